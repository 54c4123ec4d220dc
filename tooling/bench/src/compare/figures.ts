/** What was measured of one side at one index. Times are CPU seconds of user and system, all threads together. */
export interface Figures {
  readonly entities: number;
  /** From the start of a process to its first context: the best of its rounds. */
  readonly coldCpu: number;
  /** The largest resident set of that process, in megabytes. */
  readonly coldPeakMb: number;
  /** A local context without its vector search: the mean over the questions. */
  readonly contextCpu: number;
  /** The largest resident set of the process that asked all questions again and again. */
  readonly warmPeakMb: number;
  /** Contexts that the digest is over. */
  readonly contexts: number;
  /** Over the contexts in the order of the questions, NUL between them: the same on both sides, or they did not do the same. */
  readonly contextsSha256: string;
}

/** One index, both sides. */
export interface Compared {
  readonly index: string;
  readonly graphwright: Figures;
  /** Left out where no Python with GraphRAG was named. */
  readonly graphrag?: Figures;
}

/** One line of what is shown. */
export interface Line {
  readonly what: string;
  readonly index: string;
  readonly ours: number;
  readonly theirs: number | undefined;
  readonly unit: 'ms' | 's' | 'MB' | '×';
  /** Theirs divided by ours; of a growth, ours itself. */
  readonly ratio: number | undefined;
  readonly target: string;
  /** Whether the target is met; undefined where there is nothing to hold it against. */
  readonly met: boolean | undefined;
}

/** Factors that are aimed at, by entities: those of the largest size that is not over the index's. */
const COLD_TARGETS: readonly { readonly from: number; readonly factor: number }[] = [
  { from: 0, factor: 8 },
  { from: 10_000, factor: 3.5 },
];
const CONTEXT_TARGET = { from: 10_000, factor: 300 };
const GROWTH_TARGET = 1.5;
const MEMORY_TARGET = 2;

/** The figures of all indexes as lines, with what is aimed at. */
export function linesOf(all: readonly Compared[]): Line[] {
  const [least] = all;
  return all.flatMap(({ index, graphwright: ours, graphrag: theirs }) => {
    const ratioLine = (what: string, unit: Line['unit'], scale: number, of: (figures: Figures) => number, factor: number | undefined): Line => {
      const ratio = theirs === undefined ? undefined : of(theirs) / of(ours);
      return {
        what,
        index,
        ours: of(ours) * scale,
        theirs: theirs && of(theirs) * scale,
        unit,
        ratio,
        target: factor === undefined ? '' : `≥ ${factor} ×`,
        met: factor === undefined || ratio === undefined ? undefined : ratio >= factor,
      };
    };
    const cold = COLD_TARGETS.findLast(({ from }) => from <= ours.entities)?.factor;
    const lines = [
      ratioLine('context, search excluded', 'ms', 1000, ({ contextCpu }) => contextCpu, ours.entities >= CONTEXT_TARGET.from ? CONTEXT_TARGET.factor : undefined),
      ratioLine('cold start to first context', 's', 1, ({ coldCpu }) => coldCpu, cold),
      ratioLine('peak memory, cold', 'MB', 1, ({ coldPeakMb }) => coldPeakMb, MEMORY_TARGET),
      ratioLine('peak memory, warm', 'MB', 1, ({ warmPeakMb }) => warmPeakMb, MEMORY_TARGET),
    ];
    if (least === undefined || least.index === index) return lines;
    const growth = (of: Figures, from: Figures): number => of.contextCpu / from.contextCpu;
    const grown = growth(ours, least.graphwright);
    return [
      ...lines,
      {
        what: `context, growth from ${least.index}`,
        index,
        ours: grown,
        theirs: theirs && least.graphrag && growth(theirs, least.graphrag),
        unit: '×',
        ratio: undefined,
        target: `≤ ${GROWTH_TARGET} ×`,
        met: grown <= GROWTH_TARGET,
      },
    ];
  });
}

/** The lines as a table. */
export function tableOf(lines: readonly Line[]): string {
  const heads = ['index', 'what', 'graphwright', 'graphrag', 'ratio', 'target', ''];
  const shown = (value: number | undefined, unit: string): string => (value === undefined ? '–' : `${value.toPrecision(3)} ${unit}`);
  const cells = lines.map(({ index, what, ours, theirs, unit, ratio, target, met }) => [
    index,
    what,
    shown(ours, unit),
    shown(theirs, unit),
    ratio === undefined ? '–' : `${ratio.toFixed(1)} ×`,
    target,
    met === undefined ? '' : met ? 'met' : 'missed',
  ]);
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((line) => line[column]?.length ?? 0)));
  return [heads, ...cells].map((line) => `${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()}\n`).join('');
}
