import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPlugin, kinds, type IndexLoader } from '@graphwright/contract';
import { graphragIndexLoader } from '../src/index.ts';
import { ENTITIES, folderWith, temporaryFolder } from './made-up.ts';

function loader(options: Readonly<Record<string, unknown>> = {}): IndexLoader {
  const port = graphragIndexLoader.resolve(options, {}).create();
  if (!kinds.indexLoader.check(port)) throw new Error('not a loader');
  return port;
}

describe('the loader "graphrag"', () => {
  it('is a plugin that recognises an index without opening it', async () => {
    expect(isPlugin(graphragIndexLoader)).toBe(true);
    expect(await loader().recognises(await folderWith({ 'output/entities.parquet': 'not even parquet' }))).toBe(true);
    expect(await loader().recognises(await folderWith({ 'notes.txt': 'x' }))).toBe(false);
    expect(await loader().recognises(join(await temporaryFolder(), 'nowhere'))).toBe(false);
  });

  it('recognises several indexes, and opens the one that `output` names', async () => {
    const root = await folderWith({ 'settings.yaml': 'outputs: {one: {base_dir: a}, two: {base_dir: b}}', 'a/entities.parquet': ENTITIES, 'b/entities.parquet': ENTITIES });
    expect(await loader().recognises(root)).toBe(true);
    await expect(loader().open({ root })).rejects.toMatchObject({ code: 'index-ambiguous' });
    const opened = await loader({ output: 'two' }).open({ root });
    expect(opened.source).toEqual({ format: 'graphrag', version: '2.x–3.x', folder: join(root, 'b') });
    expect(opened.knowledge.facts.counts).toEqual({ entities: 2 });
  });

  it('takes the format that `tableFormat` names', async () => {
    const root = await folderWith({ 'entities.parquet': ENTITIES, 'entities.csv': 'id,title\r\na,A\r\n' });
    expect((await loader().open({ root })).knowledge.facts.counts.entities).toBe(2);
    expect((await loader({ tableFormat: 'csv' }).open({ root })).knowledge.facts.counts.entities).toBe(1);
    expect(() => loader({ tableFormat: 'xml' })).toThrow(/tableFormat/u);
    expect(() => loader({ tabelFormat: 'csv' })).toThrow(/Did you mean "tableFormat"/u);
  });

  it('passes on what the system refuses', async () => {
    const folder = await temporaryFolder();
    await symlink('loop', join(folder, 'loop'));
    await expect(loader().recognises(join(folder, 'loop'))).resolves.toBe(false);
    await expect(loader().open({ root: join(folder, 'loop') })).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  it('stops for an aborted signal', async () => {
    const root = await folderWith({ 'entities.parquet': ENTITIES });
    await expect(loader().open({ root, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  });
});
