import { describe, expect, it } from 'vitest';
import { rowsOf } from './rows.ts';

describe('rowsOf reads the graphrag rendering', () => {
  it('takes quotes of reports off, and marks of citations out', () => {
    const window = '-----Reports-----\nid|title|content\n5|Ports|"# Ports\n\nA ""port"" is a shape [Data: Entities (1, 2, +more)]."\n7|Short|One line.\n';
    expect(rowsOf(window)).toEqual([
      { section: 'Reports', label: '5', title: 'Ports', text: '# Ports\n\nA "port" is a shape.' },
      { section: 'Reports', label: '7', title: 'Short', text: 'One line.' },
    ]);
  });

  it('counts cells off in plain joins, with delimiters and line ends in descriptions', () => {
    const window =
      '-----Entities-----\nid|entity|description|number of relationships\n0|ALPHA|First | second.\n\nThird.|12\n1|BETA||3\n2|GAMMA|nan|0\n\n\n' +
      '-----Relationships-----\nid|source|target|description|weight|links\n4|ALPHA|BETA|Joined.|2.0|\n\n\n' +
      '-----claims-----\nid|entity|object_id|status|start_date|end_date|description\n9|ALPHA|NONE|TRUE|NONE|NONE|It is so.\n';
    expect(rowsOf(window)).toEqual([
      { section: 'Entities', label: '0', title: 'ALPHA', text: 'First | second.\nThird.' },
      { section: 'Entities', label: '1', title: 'BETA', text: '' },
      { section: 'Entities', label: '2', title: 'GAMMA', text: '' },
      { section: 'Relationships', label: '4', title: 'ALPHA → BETA', text: 'Joined.' },
      { section: 'Claims', label: '9', title: 'ALPHA → NONE', text: 'It is so.' },
    ]);
  });

  it('keeps a source whole that holds quotes, blank lines and a table of its own', () => {
    const window = '-----Sources-----\nid|text\n3| He said "no".\n\nname|value\nx|y\n0|The next.\n';
    expect(rowsOf(window).map(({ section, label, text }) => ({ section, label, text }))).toEqual([
      { section: 'Sources', label: '3', text: ' He said "no".\nname|value\nx|y' },
      { section: 'Sources', label: '0', text: 'The next.' },
    ]);
  });

  it('reads a table without heading (basic search, batches of reports)', () => {
    expect(rowsOf('id|text\n2|"one\ntwo"\n4|three')).toEqual([
      { section: undefined, label: '2', title: undefined, text: 'one\ntwo' },
      { section: undefined, label: '4', title: undefined, text: 'three' },
    ]);
  });

  it('leaves the conversation out: what was said before is no evidence', () => {
    expect(rowsOf('-----Conversation History-----\nturn|content\nuser|What is it?\n\n\n-----Sources-----\nid|text\n1|It is.\n')).toHaveLength(1);
    expect(rowsOf('# History (who: what was said)\nuser: What is it?\n And why?\n\n# Sources (id: text)\n1: It is.\n')).toHaveLength(1);
  });
});

describe('rowsOf reads the compact rendering', () => {
  it('goes by the margin: titles with types, directions, texts of several lines', () => {
    const window =
      '# Reports (id: title: report)\n2: Crew: A crew of two.\n # Sources (id: text)\n It sails.\n\n' +
      '# Entities (id: name (type): description)\n0: ALICE (person): Leads: the crew.\n1: BOB (person)\n\n' +
      '# Relationships (id: source → target: description)\n7: ALICE → BOB: She pays him.\n\n' +
      '# Claims (id: subject → object (type, status, from, to): claim)\n4: ALICE → BOB (DEBT, TRUE): She owes him.\n\n' +
      '# Sources (id: text)\n0: Note: first line\n 12: not a row.\na-3: Second.\n';
    expect(rowsOf(window)).toEqual([
      { section: 'Reports', label: '2', title: 'Crew', text: 'A crew of two.\n# Sources (id: text)\nIt sails.\n' },
      { section: 'Entities', label: '0', title: 'ALICE', text: 'Leads: the crew.' },
      { section: 'Entities', label: '1', title: 'BOB', text: '\n' },
      { section: 'Relationships', label: '7', title: 'ALICE → BOB', text: 'She pays him.\n' },
      { section: 'Claims', label: '4', title: 'ALICE → BOB', text: 'She owes him.\n' },
      { section: 'Sources', label: '0', title: undefined, text: 'Note: first line\n12: not a row.' },
      { section: 'Sources', label: 'a-3', title: undefined, text: 'Second.\n' },
    ]);
  });
});

describe('rowsOf on text of another make', () => {
  it('takes text without any structure as one row without a label', () => {
    expect(rowsOf('Only prose.\nNothing else.')).toEqual([{ section: undefined, label: undefined, title: undefined, text: 'Only prose.\nNothing else.' }]);
  });

  it('gives nothing for an empty window and for the `[]` of an empty report section', () => {
    expect(rowsOf('')).toEqual([]);
    expect(rowsOf('-----Sources-----\nid|text\n')).toEqual([]);
  });

  it('reads a batch of reports, which has no heading, and the points that were noted on it', () => {
    expect(rowsOf('id|title|occurrence weight|content|rank\n4|Base|1.0|Lies below.|9.0\n')).toEqual([{ section: 'Reports', label: '4', title: 'Base', text: 'Lies below.' }]);
    const points = '----Analyst 1----\nImportance Score: 60\nIt lies below. [Data: Reports (4, 7)]\n\n----Analyst 2----\nImportance Score: 5\nNobody knows.';
    expect(rowsOf(points).map(({ section, label, text }) => [section, label, text.trim()])).toEqual([
      ['Reports', '4', 'It lies below.'],
      [undefined, undefined, 'Nobody knows.'],
    ]);
  });
});
