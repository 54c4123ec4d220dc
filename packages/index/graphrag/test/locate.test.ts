import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locate, type LocateRequest } from '../src/layout/locate.ts';
import { containing, type Files, folderWith, matching, temporaryFolder } from './made-up.ts';

const find = async (files: Files, at = '.', more: Partial<LocateRequest> = {}) => {
  const folder = await folderWith(files);
  const found = await locate({ root: join(folder, at), environment: {}, ...more });
  return {
    ...found,
    place: found.folder === folder ? '.' : found.folder.slice(folder.length + 1),
    codes: found.warnings.map((warning) => warning.code),
  };
};
const table = (folder: string, name = 'entities.parquet'): Files => ({ [folder === '.' ? name : `${folder}/${name}`]: 'x' });

describe('an index is found', () => {
  it.each<[string, Files, string, string]>([
    ['in the folder itself', table('.'), '.', '.'],
    ['in the folder itself, old names', table('.', 'create_final_entities.parquet'), '.', '.'],
    ['in the folder itself, CSV', table('.', 'relationships.csv'), '.', '.'],
    ['below a project folder', table('output'), '.', 'output'],
    ['in a timestamped run', table('output/20240707-101530/artifacts'), '.', 'output/20240707-101530/artifacts'],
    ['in a timestamped run of an output folder', table('20240707-101530/artifacts'), '.', '20240707-101530/artifacts'],
    ['in artifacts', table('artifacts'), '.', 'artifacts'],
    ['by 0.3 settings', { 'settings.yaml': 'storage:\n  base_dir: "data/out"\n', ...table('data/out') }, '.', 'data/out'],
    ['by 0.1 settings', { 'settings.yaml': 'storage:\n  base_dir: "out/${timestamp}/artifacts"\n', ...table('out/20240101-000000/artifacts') }, '.', 'out/20240101-000000/artifacts'],
    ['by 2.x settings', { 'settings.yml': 'output:\n  type: file\n  base_dir: index\n', ...table('index') }, '.', 'index'],
    ['by 3.x settings', { 'settings.json': '{"output_storage": {"base_dir": "index"}}', ...table('index') }, '.', 'index'],
    ['by a settings file', { 'settings.yaml': 'output_storage: {base_dir: index}', ...table('index') }, 'settings.yaml', 'index'],
    ['by settings that say nothing', { 'settings.yaml': '', ...table('output') }, '.', 'output'],
    ['where settings are wrong but tables are there', { 'settings.yaml': 'output: {base_dir: nowhere}', ...table('output') }, '.', 'output'],
    ['by settings before tables beside them', { 'settings.yaml': 'output: {base_dir: index}', ...table('index'), ...table('.') }, '.', 'index'],
    ['by settings of the wrong types', { 'settings.yaml': 'output: [1]\nvector_store: 7\ntable_provider: x\noutputs: true', ...table('output') }, '.', 'output'],
  ])('%s', async (_name, files, at, expected) => {
    expect(await find(files, at)).toMatchObject({ place: expected, codes: [] });
  });

  it('in the newest run that holds tables, and says so', async () => {
    const { place, warnings } = await find({
      ...table('output/20240101-000000/artifacts'), ...table('output/20240301-000000/artifacts'), 'output/20240401-000000/artifacts/stats.json': '{}', 'output/notes/artifacts/entities.parquet': 'x',
    });
    expect(place).toBe('output/20240301-000000/artifacts');
    expect(warnings).toMatchObject([{ code: 'several-runs', count: 2, examples: ['20240401-000000', '20240101-000000'] }]);
  });

  it('through variables of the environment and of .env, the environment first', async () => {
    const files = { 'settings.yaml': 'output:\n  base_dir: ${BASE}/$PART\n', '.env': "export BASE=b\nPART='inner'\n# no\n", ...table('a/inner'), ...table('b/inner') };
    expect((await find(files)).place).toBe('b/inner');
    expect((await find(files, '.', { environment: { BASE: 'a' } })).place).toBe('a/inner');
  });

  it('names variables that are not set', async () => {
    const { place, warnings } = await find({ 'settings.yaml': 'output: {base_dir: "${NOWHERE}/$$x"}', ...table('output') });
    expect(place).toBe('output');
    expect(warnings).toMatchObject([{ code: 'settings-variable-unset', examples: ['NOWHERE'] }]);
  });

  it('outside the project, and says so', async () => {
    const elsewhere = await folderWith(table('index'));
    const { folder, codes } = await find({ 'settings.yaml': `output_storage: {base_dir: "${elsewhere}/index"}` });
    expect(folder).toBe(join(elsewhere, 'index'));
    expect(codes).toEqual(['output-outside-project']);
  });

  it('through links', async () => {
    const elsewhere = await folderWith(table('index'));
    const folder = await temporaryFolder();
    await symlink(join(elsewhere, 'index'), join(folder, 'output'));
    expect((await locate({ root: folder, environment: {} })).folder).toBe(join(folder, 'output'));
  });

  it('despite settings that cannot be parsed, with a warning', async () => {
    const { place, codes } = await find({ 'settings.yaml': 'a: [b\nc: {', ...table('output') });
    expect([place, codes]).toEqual(['output', ['settings-unreadable']]);
  });

  it('where one of several outputs holds tables, or the option names one', async () => {
    const settings = { 'settings.yaml': 'outputs:\n  one: {base_dir: a}\n  two: {base_dir: b}\n' };
    expect((await find({ ...settings, ...table('b') })).place).toBe('b');
    expect((await find({ ...settings, ...table('a'), ...table('b') }, '.', { output: 'two' })).place).toBe('b');
    await expect(find({ ...settings, ...table('a'), ...table('b') })).rejects.toMatchObject({ code: 'index-ambiguous', found: '2 indexes', expected: containing('"two"') });
    await expect(find({ ...settings, ...table('a') }, '.', { output: 'three' })).rejects.toMatchObject({ code: 'index-ambiguous', found: 'no output is named "three"' });
  });
});

describe('tables in several forms', () => {
  it('are the newer ones where two versions wrote into one folder', async () => {
    const { tables, codes } = await find({ ...table('.'), ...table('.', 'relationships.parquet'), ...table('.', 'create_final_nodes.parquet'), ...table('.', 'create_final_entities.parquet') });
    expect(tables.files.map((file) => file.table)).toEqual(['entities', 'relationships']);
    expect([tables.prefixed, codes]).toEqual([false, ['tables-of-two-versions']]);
  });

  it('are the old ones where only a stray file has a new name', async () => {
    const { tables, codes } = await find({ ...table('.', 'documents.parquet'), ...table('.', 'create_final_entities.parquet'), ...table('.', 'create_final_nodes.parquet') });
    expect(tables.files.map((file) => file.table)).toEqual(['entities', 'nodes']);
    expect([tables.prefixed, codes]).toEqual([true, []]);
  });

  it('are parquet, unless settings or the option say CSV', async () => {
    const both = { ...table('output'), ...table('output', 'entities.csv'), ...table('output', 'relationships.parquet') };
    const formats = async (files: Files, more: Partial<LocateRequest> = {}) => {
      const { tables, codes } = await find(files, '.', more);
      return [...tables.files.map((file) => file.format), ...codes];
    };
    expect(await formats(both)).toEqual(['parquet', 'parquet', 'tables-in-two-formats']);
    const settings = { 'settings.yaml': 'table_provider: {type: csv}' };
    expect(await formats({ ...settings, ...both })).toEqual(['csv', 'parquet', 'tables-in-two-formats']);
    expect(await formats({ ...settings, ...both }, { tableFormat: 'parquet' })).toEqual(['parquet', 'parquet', 'tables-in-two-formats']);
    expect(await formats(both, { tableFormat: 'csv' })).toEqual(['csv', 'parquet', 'tables-in-two-formats']);
  });
});

describe('no index', () => {
  it('is a folder that is not there', async () => {
    await expect(find({}, 'nowhere')).rejects.toMatchObject({ code: 'folder-missing' });
    await expect(find({ file: 'x' }, 'file/below')).rejects.toMatchObject({ code: 'folder-missing' });
  });

  it.each<[string, Files, string, string]>([
    ['a folder without tables', { 'notes.txt': 'x', 'documents.csv': 'x' }, '.', 'no tables in'],
    ['a file', { 'entities.parquet': 'x' }, 'entities.parquet', 'a file'],
    ['the parts of an update', { 'update_output/20250101-000000/delta/entities.parquet': 'x' }, '.', 'an update_output folder, which is no index'],
    ['an index in a cloud store', { 'settings.yaml': 'output: {type: blob, base_dir: index}' }, '.', 'a storage of type blob'],
  ])('is %s', async (_name, files, at, found) => {
    await expect(find(files, at)).rejects.toMatchObject({ code: 'index-missing', found: containing(found), next: matching(/\S/u) });
  });

  it('is a folder that cannot be opened', async () => {
    const folder = await temporaryFolder();
    await symlink('loop', join(folder, 'loop'));
    await expect(locate({ root: join(folder, 'loop'), environment: {} })).rejects.toMatchObject({ code: 'file-unreadable' });
    await mkdir(join(folder, 'project'));
    await symlink('output', join(folder, 'project', 'output'));
    await expect(locate({ root: join(folder, 'project'), environment: {} })).rejects.toMatchObject({ code: 'file-unreadable', where: { file: join(folder, 'project', 'output') } });
    await mkdir(join(folder, 'odd', 'settings.yaml'), { recursive: true });
    await expect(locate({ root: join(folder, 'odd'), environment: {} })).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  it('is read for a part of an update that is named outright, with a warning', async () => {
    const { place, codes } = await find(table('update_output/20250101-000000/delta'), 'update_output/20250101-000000/delta');
    expect([place, codes]).toEqual(['update_output/20250101-000000/delta', ['update-output-folder']]);
  });
});
