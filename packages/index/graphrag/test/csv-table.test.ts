import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CsvTable } from '../src/files/csv/csv-table.ts';
import { containing, folderWith, temporaryFolder } from './made-up.ts';

async function open(content: string | Uint8Array, keep: (column: string) => boolean = () => true, signal?: AbortSignal): Promise<CsvTable> {
  const folder = await folderWith({ 't.csv': content });
  return CsvTable.open(join(folder, 't.csv'), keep, signal);
}

async function cells(table: CsvTable, column: string): Promise<(string | undefined)[]> {
  const texts = await table.text(column);
  return Array.from({ length: table.rows }, (_, row) => texts.get(row));
}

describe('a CSV table', () => {
  it('takes CRLF and LF side by side, keeps line ends inside cells, an empty cell is absent', async () => {
    const table = await open('\uFEFFid,text\r\n1,"a\nb"\n2,"c\r\nd"\r\n3,\r\n4,"say ""hi"", ok"\n5,""\n');
    expect([...table.columns.keys()]).toEqual(['id', 'text']);
    expect(await cells(table, 'text')).toEqual(['a\nb', 'c\r\nd', undefined, 'say "hi", ok', undefined]);
    expect(await cells(table, 'id')).toEqual(['1', '2', '3', '4', '5']);
    expect((await table.numbers('id')).get(4)).toBe(5);
    expect((await table.numbers('text')).get(0)).toBeUndefined();
    expect(await cells(table, 'not there')).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it('reads lists, findings and JSON from Python text', async () => {
    const table = await open(`id,l,f,j\na,"['x', 'y']","[{'explanation': ""e"", 'summary': 's'}]","{""k"": 1}"\nb,"['x'\n 'y']",,\nc,[],[],\nd,"[5, 6]",,\n`);
    const lists = await table.lists('l');
    expect([0, 1, 2, 3].map((row) => lists.get(row))).toEqual([['x', 'y'], ['x', 'y'], [], ['5', '6']]);
    const findings = await table.findings('f');
    expect([findings(0), findings(1), findings(2)]).toEqual([[{ summary: 's', explanation: 'e' }], [], []]);
    expect((await table.json('j'))(0)).toBe('{"k": 1}');
  });

  it('reads vectors written as JSON or as numpy prints them, and their shape', async () => {
    const table = await open('id,v\na,"[0.5, -1e-05]"\nb,\nc,"[1.\n 2.]"\nd,[]\n');
    expect(await table.vectorShape('v')).toEqual({ dimensions: 2, count: 2 });
    const blocks = [];
    for await (const block of table.vectors('v', 2)) blocks.push([[...block.rows], [...block.vectors]]);
    expect(blocks).toEqual([[[0, 2], [0.5, Math.fround(-1e-5), 1, 2]]]);
  });

  it('gives vectors in blocks, and stops for an aborted signal', async () => {
    const table = await open(`id,v\n${Array.from({ length: 1500 }, (_, i) => `${i},"[${i}, 1]"`).join('\n')}\n`);
    const sizes: number[] = [];
    for await (const block of table.vectors('v', 2)) sizes.push(block.rows.length, block.vectors.length);
    expect(sizes).toEqual([1024, 2048, 476, 952]);
    const controller = new AbortController();
    const read = async () => {
      for await (const block of table.vectors('v', 2, controller.signal)) {
        expect(block.rows.length).toBe(1024);
        controller.abort();
      }
    };
    await expect(read()).rejects.toMatchObject({ code: 'aborted' });
  });

  it.each([['"[1, 2, 3]"', 'one of 3 in row 1'], ['"[1, nan]"', 'not finite in row 1'], ['nonsense', 'in row 1']])('refuses the vector %s', async (vector, found) => {
    const table = await open(`id,v\na,"[1, 2]"\nb,${vector}\n`);
    const read = async () => {
      for await (const block of table.vectors('v', 2)) expect(block).toBeUndefined();
    };
    await expect(read()).rejects.toMatchObject({ code: 'file-corrupt', found: containing(found), where: { file: table.path } });
  });

  it('keeps only the columns that are wanted, and the first of two of one name', async () => {
    const table = await open('id,big,id\n1,x,2\n', (column) => column !== 'big');
    expect([...table.columns.keys()]).toEqual(['id']);
    expect(await cells(table, 'id')).toEqual(['1']);
  });

  it('may hold a header and no row, and cells of any length', async () => {
    expect((await open('id,title\r\n')).rows).toBe(0);
    const long = 'x'.repeat(300_000);
    expect(await cells(await open(`id\n${long}\n`), 'id')).toEqual([long]);
  });

  it.each([
    ['an empty file', '', 'an empty file'],
    ['a file cut inside quotes', 'id,text\n1,"abc', 'Quote Not Closed'],
    ['a file cut before the last cell', 'id,text\n1,a\n2', 'Invalid Record Length'],
    ['a row of too many cells', 'id,text\n1,a,b\n', 'Invalid Record Length'],
  ])('names %s', async (_name, content, found) => {
    const folder = await folderWith({ 't.csv': content });
    const path = join(folder, 't.csv');
    await expect(CsvTable.open(path, () => true)).rejects.toMatchObject({ code: 'file-corrupt', found: containing(found), where: { file: path } });
  });

  it('names column and row of a list that is no list', async () => {
    const table = await open("id,l\n1,\"['a']\"\n2,\"['a'\"\n");
    await expect(table.lists('l')).rejects.toMatchObject({ code: 'file-corrupt', expected: containing('"l"'), found: containing('row 1') });
  });

  it('says when the system refuses, and when it is told to stop', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 't.csv'));
    await expect(CsvTable.open(join(folder, 't.csv'), () => true)).rejects.toMatchObject({ code: 'file-unreadable' });
    await expect(open('id\n1\n', () => true, AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
  });

  it('has a fingerprint of its contents', async () => {
    const [a, b, c] = await Promise.all([open('id\n1\n'), open('id\n1\n'), open('id\n2\n')]);
    expect(a.fingerprint).toBe(b.fingerprint);
    expect(a.fingerprint).not.toBe(c.fingerprint);
  });
});
