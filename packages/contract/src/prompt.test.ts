import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerJsonSchema, definePrompt, fillTemplate, nearest, normaliseName, placeholders } from './index.ts';

describe('prompts', () => {
  const input = z.strictObject({ responseType: z.string() });

  it('fills GraphRAG placeholder names from keys in camel case, and never reads a value as a template', () => {
    const text = fillTemplate('{{x}} {response_type} {context_data} {other}', { responseType: '{context_data}' }, { name: 'context_data', text: 'W{response_type}' });
    expect(text).toBe('{x} {context_data} W{response_type} {other}');
  });

  it('refuses a slot that is not used and a placeholder that nothing fills', () => {
    const base = { id: 'p', version: '1.0.0', input, output: z.string() };
    expect(() => definePrompt({ ...base, slot: 'context_data', system: 'none' })).toThrow(/never uses its slot/u);
    expect(() => definePrompt({ ...base, slot: undefined, system: '{response_tipe}' })).toThrow(/Did you mean "responseType"/u);
    expect(placeholders(definePrompt({ ...base, slot: 'context_data', system: '{context_data} {response_type}' }))).toEqual([
      'context_data',
      'response_type',
    ]);
  });
});

describe('names', () => {
  it('compares without regard to width, case and white space', () => {
    expect(new Set(['XX 项目', 'ＸＸ项目', ' xx项目'].map(normaliseName)).size).toBe(1);
  });
  it('names the nearest word, or none', () => {
    expect(nearest('lokal', ['global', 'local'])).toBe('local');
    expect(nearest('drift', ['global', 'local'])).toBeUndefined();
  });
});

describe('the answer', () => {
  it('has a JSON Schema with every key described once', () => {
    const schema = answerJsonSchema();
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(schema['required']).toContain('ledger');
  });
});
