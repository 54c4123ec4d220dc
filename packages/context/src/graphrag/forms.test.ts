import type { Tables } from '@graphwright/contract';
import { describe, expect, it } from 'vitest';
import type { Row, RowTable } from '../renderer.ts';
import { graphragClaims, graphragEntities, graphragForms, graphragRelationships, graphragReports } from './forms.ts';

function row<T extends RowTable>(label: string, text: string | undefined, values: Tables[T]): Row<T> {
  return { label, text, get: (column) => values[column] };
}

const numbers = { id: 'x', ordinal: 0, humanReadableId: undefined, description: undefined, textUnitIds: [] };

describe('the forms of GraphRAG', () => {
  it('print entities with or without their rank, under the name that is wished', () => {
    const alice = row<'entities'>('3', undefined, {
      ...numbers, title: 'ALICE', degree: undefined, type: undefined, frequency: undefined, communityIds: [],
    });
    expect(graphragEntities({}).row(alice)).toBe('3|ALICE|nan|0\n');
    const named = graphragEntities({ rankDescription: 'degree of node', delimiter: ',' });
    expect(named.heading('entities')).toBe('-----Entities-----\nid,entity,description,degree of node\n');
    expect(named.empty?.('entities')).toBe(named.heading('entities'));
    const bare = graphragEntities({ rankDescription: null });
    expect([bare.heading(''), bare.row(alice)]).toEqual(['-----Entities-----\nid|entity|description\n', '3|ALICE|nan\n']);
  });

  it('print relationships with or without their weight, and nothing where there is none', () => {
    const edge = row<'relationships'>('1', 'a|b', {
      ...numbers, sourceTitle: 'A', targetTitle: 'B', weight: 0, sourceId: undefined, targetId: undefined, combinedDegree: undefined,
    });
    expect(graphragRelationships({}).row(edge)).toBe('1|A|B|a|b|\n');
    expect(graphragRelationships({ weight: false }).row(edge)).toBe('1|A|B|a|b\n');
    expect(graphragRelationships({}).empty).toBeUndefined();
  });

  it('print absent parts of claims', () => {
    const claim = row<'covariates'>('8', '', {
      ...numbers, subjectTitle: 'A', objectTitle: undefined, status: 'TRUE', startDate: 'NONE', endDate: undefined,
      covariateType: undefined, type: undefined, subjectId: undefined, sourceText: undefined, textUnitId: undefined,
    });
    expect(graphragClaims({}).row(claim)).toBe('8|A|nan|TRUE|NONE|nan|\n');
  });

  it('print reports with their rank as Python prints it', () => {
    const report = row<'community_reports'>('4', 'x', {
      ...numbers, title: 'T', rank: 9, communityId: undefined, level: 0, summary: undefined, fullContent: undefined, findings: [], rankExplanation: undefined,
    });
    const form = graphragReports({ content: 'summary', reportRank: true });
    expect([form.heading('reports'), form.row(report), form.print?.(report)]).toEqual(['-----Reports-----\nid|title|summary|rank\n', '4|T|x|9.0\n', '4|T|x|9.0\n']);
    expect(graphragReports({ content: 'findings' }).heading('x')).toBe('-----x-----\nid|title|finding\n');
  });

  it('say by which number a row is cited', () => {
    const forms = graphragForms();
    expect([forms.text_units.label, forms.entities.label, forms.community_reports.label]).toEqual(['ordinal', 'humanReadableId', 'humanReadableId']);
  });
});
