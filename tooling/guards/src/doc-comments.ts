import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { ParseResult } from 'oxc-parser';
import { lineAt, sortFindings, type Finding } from './findings.ts';
import { parseModule } from './parse.ts';
import { readText, readWorkspace } from './tree.ts';

type Statement = ParseResult['program']['body'][number];

/** A parsed source file with what the search for declarations needs. */
interface Source {
  readonly path: string;
  readonly text: string;
  readonly module: ParseResult['module'];
  readonly comments: ParseResult['comments'];
  readonly body: readonly Statement[];
}

/**
 * Demands a doc comment on every declaration that a published package exports: from each entry of its `exports` map (condition
 * `source`) re-exports are followed to the statement that declares the name. The comment must stand right before that statement and
 * hold a sentence before its first tag. Of several signatures of one function the first one carries it. `export *` is a finding too:
 * what a package offers is listed by name.
 */
export function checkDocComments(root: string): Finding[] {
  const findings: Finding[] = [];
  const sources = new Map<string, Source | undefined>();
  const checked = new Set<string>();
  for (const { folder, manifest } of readWorkspace(root)) {
    if (manifest.private) continue;
    for (const target of Object.values(manifest.exports)) {
      if (typeof target === 'string' || typeof target.source !== 'string') continue;
      const entry = posix.join(folder, target.source);
      const source = open(entry);
      if (source === undefined) findings.push({ file: `${folder}/package.json`, message: `exports ${target.source}, which does not exist.` });
      else checkModule(source);
    }
  }
  return sortFindings(findings);

  function open(path: string): Source | undefined {
    if (!sources.has(path)) {
      sources.set(path, existsSync(join(root, path)) ? parseSource(path, readText(root, path)) : undefined);
    }
    return sources.get(path);
  }

  /** Checks every name that a module exports. */
  function checkModule(source: Source): void {
    for (const { entries } of source.module.staticExports) {
      for (const entry of entries) {
        if (kindOf(entry.exportName) === 'None') {
          findings.push({ file: source.path, line: lineAt(source.text, entry.start), message: 'export * hides what the package offers: list the names.' });
        } else {
          checkExport(source, entry.exportName.name ?? 'default');
        }
      }
    }
  }

  /** Follows one exported name to its declaration and checks the comment there. */
  function checkExport(source: Source, name: string): void {
    const key = `${source.path}\0${name}`;
    if (checked.has(key)) return;
    checked.add(key);
    for (const { entries } of source.module.staticExports) {
      for (const entry of entries) {
        if ((entry.exportName.name ?? 'default') !== name || kindOf(entry.exportName) === 'None') continue;
        if (entry.moduleRequest === null) {
          checkDeclarations(source, entry.localName.name ?? name);
          continue;
        }
        if (!entry.moduleRequest.value.startsWith('.')) continue;
        const target = open(posix.join(posix.dirname(source.path), entry.moduleRequest.value));
        const wanted = entry.importName.name ?? (kindOf(entry.importName) === 'Name' ? 'default' : undefined);
        if (target !== undefined && wanted !== undefined) checkExport(target, wanted);
        else if (target !== undefined) checkModule(target);
      }
    }
  }

  function checkDeclarations(source: Source, name: string): void {
    let functionSeen = false;
    for (const statement of source.body) {
      const declared = declarationsOf(statement).find((declaration) => declaration.name === name);
      if (declared === undefined) continue;
      if (declared.isFunction && functionSeen) continue;
      functionSeen ||= declared.isFunction;
      const problem = commentProblem(source, statement.start);
      if (problem !== undefined) findings.push({ file: source.path, line: lineAt(source.text, statement.start), message: `${name} ${problem}` });
    }
  }
}

/** The parser's kinds are an enum that exists in its types alone; as text they can be compared. */
function kindOf(name: { readonly kind: string }): string {
  return name.kind;
}

function parseSource(path: string, text: string): Source {
  const { module, comments, program } = parseModule(path, text);
  return { path, text, module, comments, body: program.body };
}

/** The names that a statement at the top of a module declares. */
function declarationsOf(statement: Statement): { name: string; isFunction: boolean }[] {
  const declaration =
    statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration' ? (statement.declaration ?? statement) : statement;
  switch (declaration.type) {
    case 'VariableDeclaration':
      return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [{ name: id.name, isFunction: false }] : []));
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      return [{ name: declaration.id?.name ?? 'default', isFunction: true }];
    case 'ClassDeclaration':
      return [{ name: declaration.id?.name ?? 'default', isFunction: false }];
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSEnumDeclaration':
      return [{ name: declaration.id.name, isFunction: false }];
    default:
      return statement.type === 'ExportDefaultDeclaration' ? [{ name: 'default', isFunction: false }] : [];
  }
}

/** What is wrong with the doc comment before a statement, `undefined` when nothing is. */
function commentProblem(source: Source, start: number): string | undefined {
  const comment = source.comments.findLast(({ end }) => end <= start);
  if (comment?.type !== 'Block' || !comment.value.startsWith('*') || source.text.slice(comment.end, start).trim() !== '') {
    return 'is exported without a doc comment: say in a sentence what it means.';
  }
  const description = comment.value
    .split('\n')
    .map((line) => line.replace(/^\s*\*+ ?/u, ''))
    .join('\n')
    .split(/^\s*@\w/mu)[0]
    ?.trim() ?? '';
  if (/\S\s+\S[^]*[.!?:]/u.test(description)) return undefined;
  return 'has a doc comment without a sentence: say what it means, and end with a full stop.';
}
