import type { Finding } from '../findings.ts';
import type { WorkspacePackage } from '../tree.ts';

/**
 * Finds packages of the workspace that reach themselves over their dependencies, those for development included: the compiler
 * cannot order such projects, nor can a release.
 *
 * @returns One finding for each ring, at the manifest of its member that comes first by name.
 */
export function findCycles(workspace: readonly WorkspacePackage[]): Finding[] {
  const byName = new Map(workspace.map((member) => [member.manifest.name, member]));
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const member of workspace.toSorted((a, b) => (a.manifest.name < b.manifest.name ? -1 : 1))) {
    const ring = shortestRing(member.manifest.name);
    if (ring === undefined) continue;
    const key = ring.toSorted().join(' ');
    if (seen.has(key)) continue;
    seen.add(key);
    findings.push({
      file: `${member.folder}/package.json`,
      message: `depends on itself: ${[...ring, member.manifest.name].join(' → ')}. A test that needs a package above its own belongs to that package's test folder.`,
    });
  }
  return findings;

  function neighbours(name: string): string[] {
    const manifest = byName.get(name)?.manifest;
    if (manifest === undefined) return [];
    const names = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };
    return Object.keys(names).filter((other) => byName.has(other)).toSorted();
  }

  /** Breadth first from one package back to itself; the ring without its end, which is its start. */
  function shortestRing(start: string): string[] | undefined {
    const cameFrom = new Map<string, string>();
    let frontier = [start];
    while (frontier.length > 0) {
      const next: string[] = [];
      for (const name of frontier) {
        for (const other of neighbours(name)) {
          if (other === start) return pathTo(name, start, cameFrom);
          if (cameFrom.has(other)) continue;
          cameFrom.set(other, name);
          next.push(other);
        }
      }
      frontier = next;
    }
    return undefined;
  }
}

function pathTo(end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const path = [end];
  for (let name = end; name !== start; ) {
    const previous = cameFrom.get(name);
    if (previous === undefined) break;
    path.unshift(previous);
    name = previous;
  }
  return path;
}
