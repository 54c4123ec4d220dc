import { mkdir, rename, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ParquetTable } from '../src/files/parquet/parquet-table.ts';
import { containing, dates, findings, floatLists, floats, folderWith, integerLists, integers, type MadeUpColumn, matching, nullLists, nulls, parquetBytes, structures, temporaryFolder, textLists, texts, type WriteStyle } from './made-up.ts';

async function open(columns: Readonly<Record<string, MadeUpColumn>>, style?: WriteStyle): Promise<ParquetTable> {
  const folder = await folderWith({ 't.parquet': parquetBytes(columns, style) });
  return ParquetTable.open(join(folder, 't.parquet'));
}

async function vectorsOf(table: ParquetTable, dimensions: number): Promise<{ rows: number[]; vectors: number[] }> {
  const rows: number[] = [];
  const vectors: number[] = [];
  for await (const block of table.vectors('v', dimensions)) {
    rows.push(...block.rows);
    vectors.push(...block.vectors);
  }
  return { rows, vectors };
}

const WORDS = Array.from({ length: 500 }, (_, i) => (i % 7 === 3 ? null : i % 5 === 0 ? 'same' : `Wörter ${i} 項目 😀`));
const LISTS = WORDS.map((word, i) => (i % 11 === 0 ? null : i % 4 === 0 ? [] : [word, `x${i % 3}`, null]));
const styles: [string, WriteStyle][] = [
  ['SNAPPY', { codec: 'SNAPPY' }],
  ['GZIP', { codec: 'GZIP' }],
  ['no compression', { codec: 'UNCOMPRESSED' }],
  ['many row groups', { rowGroupSize: 64 }],
  ['small pages', { pageSize: 256 }],
  ['no statistics', { statistics: false, rowGroupSize: 100 }],
];

describe.each(styles)('a parquet file with %s', (_name, style) => {
  it('gives texts, numbers and lists back, null apart from empty', async () => {
    const numbers = WORDS.map((_, i) => (i % 6 === 0 ? null : i * 3));
    const table = await open(
      { t: texts(...WORDS), n: integers(...numbers), f: floats(...numbers.map((n) => (n === null ? Number.NaN : n / 4))), l: textLists(...LISTS), i: integerLists(...numbers.map((n) => (n === null ? [] : [n, 1]))) },
      style,
    );
    expect(table.rows).toBe(500);
    const [text, number, float, list, integer] = [await table.text('t'), await table.numbers('n'), await table.numbers('f'), await table.lists('l'), await table.lists('i')];
    for (const [row, word] of WORDS.entries()) {
      expect(text.get(row)).toBe(word ?? undefined);
      expect(number.get(row)).toBe(numbers[row] ?? undefined);
      const n = numbers[row];
      expect(float.get(row)).toBe(typeof n === 'number' ? n / 4 : undefined);
      expect(list.get(row)).toEqual((LISTS[row] ?? []).filter((item) => item !== null));
      expect(integer.get(row)).toEqual(typeof n === 'number' ? [String(n), '1'] : []);
    }
  });

  it('gives vectors in blocks, over pages and row groups, and their shape', async () => {
    const data = Array.from({ length: 2500 }, (_, i) => [i, i + 0.5, -i]);
    const table = await open({ v: floatLists(...data) }, style);
    expect(await table.vectorShape('v')).toEqual({ dimensions: 3, count: 2500 });
    const { rows, vectors } = await vectorsOf(table, 3);
    expect(rows).toEqual(data.map((_, i) => i));
    expect(vectors).toEqual(data.flat());
  });
});

describe('a parquet file with ZSTD and pages of the second version', () => {
  // Written by pyarrow 26: one column t of three rows, the second null.
  const bytes = Buffer.from(
    'UEFSMRUGFbAEFUxcFQYVAhUGFQAVBBUAERwAAAADBSi1L/1gFgDVAACAeAAAAGphIJYAAABuZWluIAIADhTqSFNnBBUEGSw1ABgGc2NoZW1hFQIAFQwlAhgBdCUATBwAAAAWBhkcGRwmABwVDBklBgAZGAF0FQwWBhbiBBZ+JghJHBUAFQAVAgA8FpwEGQYZJgIEAAAAFuIEFgYmCBZ+ACggcGFycXVldC1jcHAtYXJyb3cgdmVyc2lvbiAyNi4wLjEZHBwAAACFAAAAUEFSMQ==',
    'base64',
  );

  it('is read like any other', async () => {
    const folder = await folderWith({ 't.parquet': bytes });
    const column = await (await ParquetTable.open(join(folder, 't.parquet'))).text('t');
    expect([0, 1, 2].map((row) => column.get(row))).toEqual(['ja '.repeat(40), undefined, 'nein '.repeat(30)]);
  });
});

describe('what a column holds', () => {
  it('is told from the footer: null types, nulls throughout, lists of nulls', async () => {
    const table = await open({
      a: nulls(2), b: texts(null, null), c: nullLists(2), d: textLists(null, []), e: texts('x', null), f: textLists(['x'], null), g: integers(1, 2), h: structures({ key: 'k' }, null),
    });
    expect([...table.columns].map(([name, { type, holdsAnything }]) => [name, type, holdsAnything])).toEqual([
      ['a', 'null', false], ['b', 'text', false], ['c', 'list-of-null', false], ['d', 'list', false], ['e', 'text', true], ['f', 'list', true], ['g', 'number', true], ['h', 'structure', true],
    ]);
    expect((await table.text('a')).get(0)).toBeUndefined();
    expect((await table.numbers('a')).get(0)).toBeUndefined();
    expect((await table.lists('c')).get(1)).toEqual([]);
    expect((await table.lists('d')).get(0)).toEqual([]);
    expect((await table.text('not there')).get(1)).toBeUndefined();
  });

  it('reads numbers as text in one form, dates as ISO 8601, text as numbers', async () => {
    const table = await open({
      i: integers(7, null, 9007199254740991), f: floats(7, Number.NaN, 7.5), t: texts('7', ' 8 ', 'seven'), d: dates(new Date('2026-01-13'), new Date(0), new Date(0)),
    });
    const read = async (name: string) => {
      const column = await table.text(name);
      return [0, 1, 2].map((row) => column.get(row));
    };
    expect(await read('i')).toEqual(['7', undefined, '9007199254740991']);
    expect(await read('f')).toEqual(['7', undefined, '7.5']);
    expect((await read('d'))[0]).toBe('2026-01-13T00:00:00.000Z');
    const numbers = await table.numbers('t');
    expect([0, 1, 2].map((row) => numbers.get(row))).toEqual([7, 8, undefined]);
  });

  it('reads findings from structures, from lists of texts and from Python text; anything as JSON', async () => {
    const both = [{ summary: 's', explanation: 'e' }, { summary: null, explanation: 'f' }];
    const table = await open({
      f: findings(both, null, []), l: textLists(['s'], null, []), p: texts("[{'summary': 's', 'explanation': \"e's\"}]", null, '[]'), s: structures({ key: 'k' }, null, null), t: texts('{"a":1}', null, null),
    });
    const read = async (name: string) => {
      const column = await table.findings(name);
      return [0, 1, 2].map((row) => column(row));
    };
    expect(await read('f')).toEqual([[{ summary: 's', explanation: 'e' }, { summary: '', explanation: 'f' }], [], []]);
    expect(await read('l')).toEqual([[{ summary: 's', explanation: '' }], [], []]);
    expect(await read('p')).toEqual([[{ summary: 's', explanation: "e's" }], [], []]);
    expect(await read('s')).toEqual([[], [], []]);
    expect((await table.json('s'))(0)).toBe('{"key":"k"}');
    expect((await table.json('s'))(1)).toBeUndefined();
    expect((await table.json('t'))(0)).toBe('{"a":1}');
    expect((await table.lists('p')).get(2)).toEqual([]);
  });

  it('names file and column when a column is of another type', async () => {
    const table = await open({ s: structures({ key: 'k' }) });
    await expect(table.text('s')).rejects.toMatchObject({ code: 'file-corrupt', where: { file: table.path }, expected: containing('"s"') });
  });
});

describe('vectors', () => {
  it('may be absent in some rows, with or without statistics', async () => {
    for (const statistics of [true, false]) {
      const table = await open({ v: floatLists(null, [1, 2], [], [3, 4]) }, { statistics });
      expect(await table.vectorShape('v')).toEqual({ dimensions: 2, count: 2 });
      expect(await vectorsOf(table, 2)).toEqual({ rows: [1, 3], vectors: [1, 2, 3, 4] });
    }
  });

  it('of a column that is empty have no dimensions', async () => {
    expect(await (await open({ v: floatLists(null, []) })).vectorShape('v')).toEqual({ dimensions: 0, count: 0 });
    expect(await (await open({ v: nullLists(2) })).vectorShape('v')).toEqual({ dimensions: 0, count: 0 });
    expect(await vectorsOf(await open({ v: nullLists(2) }), 3)).toEqual({ rows: [], vectors: [] });
  });

  it.each([
    ['a longer one', [[1, 2], [1, 2, 3]], /more than 2 numbers in row 1/u],
    ['a shorter one', [[1, 2], [1], [1, 2]], /1 numbers instead of 2 in row 1/u],
    ['a shorter one at the end', [[1, 2], [1]], /1 numbers instead of 2 in row 1/u],
    ['a null inside', [[1, 2], [1, null]], /not finite in row 1/u],
    ['a NaN inside', [[1, Number.NaN], [1, 2]], /not finite in row 0/u],
  ])('are refused for %s, naming the row', async (_name, data, message) => {
    const table = await open({ v: floatLists(...data) });
    await expect(vectorsOf(table, 2)).rejects.toMatchObject({ code: 'file-corrupt', message: matching(message) });
  });

  it('stop for an aborted signal', async () => {
    const table = await open({ v: floatLists([1, 2]) });
    const read = async () => {
      for await (const block of table.vectors('v', 2, AbortSignal.abort())) expect(block).toBeUndefined();
    };
    await expect(read()).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('a file that is no whole parquet file', () => {
  const whole = parquetBytes({ t: texts(...WORDS) }, { codec: 'UNCOMPRESSED' });
  it.each([
    ['empty', Buffer.alloc(0), 'an empty file'],
    ['a few bytes', Buffer.from('PAR1'), '4 bytes'],
    ['a text', Buffer.from('id,title\n1,A\n'.repeat(9)), 'does not begin'],
    ['cut', whole.subarray(0, whole.length - 9), 'was cut'],
    ['one with too long a footer', Buffer.concat([Buffer.from('PAR1'), Buffer.from([255, 255, 255, 0]), Buffer.from('PAR1')]), 'longer than the file'],
    ['one with a footer of rubbish', Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(40, 0xff), Buffer.from([40, 0, 0, 0]), Buffer.from('PAR1')]), 'makes no sense'],
  ])('(%s) is named', async (_name, bytes, found) => {
    const folder = await folderWith({ 't.parquet': bytes });
    const path = join(folder, 't.parquet');
    await expect(ParquetTable.open(path)).rejects.toMatchObject({ code: 'file-corrupt', where: { file: path }, found: containing(found) });
  });

  it('(damaged in the middle) is named with the column', async () => {
    const bytes = Buffer.from(whole).fill(0xff, 8, 200);
    const folder = await folderWith({ 't.parquet': bytes });
    const table = await ParquetTable.open(join(folder, 't.parquet'));
    await expect(table.text('t')).rejects.toMatchObject({ code: 'file-corrupt', where: { file: table.path }, expected: 'a readable column "t"' });
  });

  it('(a folder, a loop of links) is unreadable', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'd.parquet'));
    await symlink('l.parquet', join(folder, 'l.parquet'));
    await expect(ParquetTable.open(join(folder, 'd.parquet'))).rejects.toMatchObject({ code: 'file-unreadable' });
    await expect(ParquetTable.open(join(folder, 'l.parquet'))).rejects.toMatchObject({ code: 'file-unreadable', where: { file: join(folder, 'l.parquet') } });
  });
});

describe('a file that changes while it is open', () => {
  const first = parquetBytes({ t: texts('a', 'b'), n: integers(1, 2) });
  const other = parquetBytes({ t: texts('c', 'd'), n: integers(1, 2) });

  async function opened() {
    const folder = await folderWith({ 't.parquet': first });
    const path = join(folder, 't.parquet');
    return { folder, path, table: await ParquetTable.open(path) };
  }

  it('is the same file after a touch or a copy over itself', async () => {
    const { path, table } = await opened();
    await utimes(path, 1, 1);
    expect((await table.text('t')).get(0)).toBe('a');
    await writeFile(path, first);
    expect((await table.text('t')).get(1)).toBe('b');
  });

  it.each([
    ['other contents of the same size', async (path: string) => writeFile(path, other)],
    ['another size', async (path: string) => truncate(path, first.length - 1)],
    ['nothing any more', async (path: string) => rename(path, `${path}.old`)],
  ])('is refused with %s', async (_name, change) => {
    const { path, table } = await opened();
    expect((await table.numbers('n')).get(1)).toBe(2);
    expect(first.length).toBe(other.length);
    await change(path);
    await expect(table.text('t')).rejects.toMatchObject({ code: 'folder-changed', where: { file: path }, next: 'Open the index again.' });
  });

  it('has a fingerprint of its contents, not of its place', async () => {
    const { table } = await opened();
    expect((await opened()).table.fingerprint).toBe(table.fingerprint);
    const folder = await folderWith({ 'u.parquet': other });
    expect((await ParquetTable.open(join(folder, 'u.parquet'))).fingerprint).not.toBe(table.fingerprint);
  });
});
