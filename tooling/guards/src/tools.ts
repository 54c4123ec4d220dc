import { runProgram } from './commands.ts';
import { fromEndings, type Outcome } from './outcomes.ts';

/** A check that is a program's whole work: it takes the tree to look at, and the repository whose installed tools look. */
export type ToolCheck = (tree: string, repository: string) => Promise<Outcome>;

/** Type-checks every project, then what no project holds: tests outside `src`, scripts, examples. */
export const checkTypes: ToolCheck = toolCheck('tsc -b', 'tsc -p tsconfig.test.json');

/** Lints with the rules of `.oxlintrc.json`, those that need types among them; a warning fails. */
export const checkLint: ToolCheck = toolCheck('oxlint --format=unix');

/** Looks for files, exports and dependencies that nothing uses, by `knip.json`; a hint about that file fails as well. */
export const checkUnused: ToolCheck = toolCheck('knip --treat-config-hints-as-errors');

function toolCheck(...commands: readonly string[]): ToolCheck {
  return async (tree, repository) => {
    const endings = [];
    for (const command of commands) endings.push(await runProgram({ command, cwd: tree, root: repository }));
    return fromEndings(endings);
  };
}
