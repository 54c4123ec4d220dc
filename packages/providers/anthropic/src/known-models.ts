import type { ModelLimits } from '@graphwright/contract';

/** A family by the beginning of its names: window, longest answer. */
type Family = readonly [name: string, window: number, maxOutput: number];

/** The first that fits counts, so longer beginnings stand first. Source: the overview of models in Anthropic's documentation. */
const FAMILIES: readonly Family[] = [
  ['claude-opus-4-6', 200_000, 128_000],
  ['claude-opus-4-5', 200_000, 64_000],
  ['claude-opus-4', 200_000, 32_000],
  ['claude-sonnet-4', 200_000, 64_000],
  ['claude-haiku-4', 200_000, 64_000],
  ['claude-3-7', 200_000, 64_000],
  ['claude-3-5', 200_000, 8_192],
  ['claude-3', 200_000, 4_096],
  // A model that is newer than this table: what the family has had for years, and an answer that all of them can give.
  ['claude', 200_000, 8_192],
];

/** What a model of another name is taken for until its options say better: too small cuts a window, too large loses an answer. */
const UNKNOWN_LIMITS: ModelLimits = { window: 8_192, maxOutput: 2_048 };

/** What a model takes in and gives out, by its name, also behind a prefix (`anthropic.claude-…`, `anthropic/claude-…`). */
export function limitsOf(model: string): ModelLimits {
  const name = /claude.*$/u.exec(model.toLowerCase())?.[0] ?? '';
  const family = FAMILIES.find(([begin]) => name.startsWith(begin));
  return family === undefined ? UNKNOWN_LIMITS : { window: family[1], maxOutput: family[2] };
}
