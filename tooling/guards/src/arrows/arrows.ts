import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { lineAt, sortFindings, type Finding } from '../findings.ts';
import { importedModules, packageOf } from '../parse.ts';
import { isCode, isTestCode, listFiles, readText, readWorkspace, type WorkspacePackage } from '../tree.ts';
import { findCycles } from './cycles.ts';
import { roomOf, sharedVendors, toolingFolder, type Room } from './rooms.ts';

const builtins = new Set(builtinModules);

/**
 * Compares manifests and imports with the table of rooms.
 *
 * What is published (dependencies, peers, optional ones; every source file that is no test) may only follow an arrow of the table, and
 * a vendor library has one package that imports it. Tests may use whatever their own manifest declares. No relative import leaves its
 * package, no package reaches itself again over dependencies of any kind, and the contract and zod are peers of every plugin.
 */
export function checkArrows(root: string): Finding[] {
  const workspace = readWorkspace(root);
  const byName = new Map(workspace.map((member) => [member.manifest.name, member]));
  const vendorUsers = new Map<string, Map<string, Finding>>();
  const findings: Finding[] = findCycles(workspace);

  for (const member of workspace) {
    const manifestFile = `${member.folder}/package.json`;
    const inTooling = member.folder.startsWith(toolingFolder);
    const room = roomOf(member.folder);
    if (room === undefined && !inTooling) {
      findings.push({ file: manifestFile, message: `${member.folder} has no room in the table of arrows (tooling/guards/src/arrows/rooms.ts).` });
    }
    findings.push(...checkManifest(member, room));
    findings.push(...checkImports(member, room));
  }

  for (const [vendor, users] of vendorUsers) {
    if (users.size < 2) continue;
    const names = [...users.keys()].toSorted().join(', ');
    for (const place of users.values()) findings.push({ ...place, message: `${vendor} is imported by ${names}; a vendor library has one package that imports it.` });
  }
  return sortFindings(findings);

  function checkManifest({ folder, manifest }: WorkspacePackage, room: Room | undefined): Finding[] {
    const file = `${folder}/package.json`;
    const found: Finding[] = [];
    if (room === undefined) return found;
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies })) {
      const reason = forbidden(name, room);
      if (reason !== undefined) found.push({ file, message: `depends on ${name}: ${reason}` });
    }
    if (room.contractAsPeer) {
      for (const name of ['@graphwright/contract', 'zod']) {
        if (name in manifest.dependencies) found.push({ file, message: `${name} must be a peer dependency, so that a program has one copy of it.` });
      }
    }
    for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies, ...manifest.devDependencies })) {
      if (byName.has(name) && !range.startsWith('workspace:')) found.push({ file, message: `${name} lives in this workspace: write workspace:^ instead of ${range}.` });
    }
    return found;
  }

  function checkImports({ folder, manifest }: WorkspacePackage, room: Room | undefined): Finding[] {
    const published = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies }));
    const found: Finding[] = [];
    for (const file of listFiles(root, folder, isCode)) {
      const isTest = isTestCode(file.slice(folder.length + 1));
      const text = readText(root, file);
      for (const { specifier, offset } of importedModules(file, text)) {
        const at = { file, line: lineAt(text, offset) };
        if (specifier.startsWith('.')) {
          const target = posix.normalize(posix.join(posix.dirname(file), specifier));
          if (!target.startsWith(`${folder}/`)) found.push({ ...at, message: `${specifier} leaves the package: import the other package by its name.` });
          continue;
        }
        const name = packageOf(specifier);
        if (name === undefined || name === manifest.name) continue;
        if (builtins.has(name)) {
          found.push({ ...at, message: `${specifier} is a module of Node: write node:${specifier}.` });
          continue;
        }
        if (!published.has(name) && !(name in manifest.devDependencies)) {
          found.push({ ...at, message: `imports ${name}, which ${folder}/package.json does not declare.` });
        }
        if (isTest || room === undefined) continue;
        const reason = forbidden(name, room);
        if (reason !== undefined) found.push({ ...at, message: `imports ${name}: ${reason}` });
        else if (!published.has(name)) found.push({ ...at, message: `imports ${name}, a development dependency, in code that is published.` });
        if (!byName.has(name) && !sharedVendors.includes(name) && room.vendors !== 'any') noteVendor(name, folder, at);
      }
    }
    return found;
  }

  /** Why a room may not use a package, `undefined` when it may. */
  function forbidden(name: string, room: Room): string | undefined {
    const target = byName.get(name);
    if (target === undefined) {
      if (room.vendors === 'any' || name === 'zod' || room.vendors.includes(name)) return undefined;
      return `the room ${room.name} may use ${room.vendors.length === 0 ? 'no library but zod' : `zod, ${room.vendors.join(', ')}`}.`;
    }
    if (target.folder.startsWith(toolingFolder)) return 'nothing that is published imports tooling.';
    const targetRoom = roomOf(target.folder);
    if (targetRoom !== undefined && room.mayImport.includes(targetRoom.name)) return undefined;
    return `the room ${room.name} may import ${room.mayImport.length === 0 ? 'no other room' : room.mayImport.join(', ')}.`;
  }

  function noteVendor(vendor: string, folder: string, at: { file: string; line: number }): void {
    const users = vendorUsers.get(vendor) ?? new Map<string, Finding>();
    if (!users.has(folder)) users.set(folder, { ...at, message: '' });
    vendorUsers.set(vendor, users);
  }
}
