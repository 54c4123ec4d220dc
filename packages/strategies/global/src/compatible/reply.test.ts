import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRating, vote } from './dynamic/rating.ts';
import { mendedJson } from './mended-json.ts';
import { readPoints } from './points.ts';
import { pythonInt, readReply } from './reply.ts';

describe('mendedJson', () => {
  it('reads any JSON object or list as it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z ]*$/u), fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.stringMatching(/^[a-z ,:{}[\]']*$/u)))), (value) => {
        expect(mendedJson(JSON.stringify(value))).toEqual({ ...value });
      }),
    );
  });

  it('ends on any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('{', '}', '[', ']', '"', "'", ':', ',', 'a', '1', ' ')), (parts) => {
        expect(() => mendedJson(`{${parts.join('')}`)).not.toThrow();
      }),
    );
  });

  it.each([
    ['{"a": [1, 2,],}', { a: [1, 2] }],
    ["{'a': 'b', c: True}", { a: 'b', c: true }],
    ['{"a": [{"b": 1}, {"c": "cut', { a: [{ b: 1 }, { c: 'cut' }] }],
    ['{"a": [{"b": 1}', { a: [{ b: 1 }] }],
    ['prose alone', undefined],
  ])('mends %s', (text, value) => {
    expect(mendedJson(text)).toEqual(value);
  });
});

describe('readReply', () => {
  it.each([
    ['{"a": 1}', { found: 'value', value: { a: 1 } }],
    ['Here: {"a": "x\\ny"} and so on', { found: 'value', value: { a: 'x ny' } }],
    ['```json\n{"a": 1}\n```', { found: 'value', value: { a: 1 } }],
    ['{}', { found: 'nothing' }],
    ['nothing', { found: 'nothing' }],
    ['3', { found: 'value', value: 3 }],
  ])('reads %s as GraphRAG does', (text, read) => {
    expect(readReply(text)).toEqual(read);
  });
});

describe('pythonInt', () => {
  it.each([[72.9, 72], [-0.9, -0], [true, 1], [' +7 ', 7], ['1_000', 1000], ['7.5', 'text'], ['', 'text'], [null, 'type'], [[1], 'type']])('makes %j to %j', (value, number) => {
    expect(pythonInt(value)).toBe(number);
  });
});

describe('readPoints', () => {
  it('loses a whole batch where GraphRAG does, and says why', () => {
    expect(readPoints('{"points": [{"description": "a", "score": "high"}, {"description": "b", "score": 1}]}')).toMatchObject({ points: [], fault: { layer: 'schema' } });
    expect(readPoints('{"points": [null]}')).toMatchObject({ points: [], fault: { layer: 'schema' } });
    expect(readPoints('no')).toMatchObject({ points: [], fault: { layer: 'parse' } });
  });

  it('keeps what is whole, and counts what is not', () => {
    expect(readPoints('{"points": [{"description": "a"}, {"description": ["b"], "score": 2.5}]}')).toEqual({ points: [{ answer: '["b"]', score: 2 }], incomplete: 1, notText: 1 });
    expect(readPoints('{"points": []}')).toEqual({ points: [], incomplete: 0, notText: 0 });
  });
});

describe('ratings', () => {
  it.each([['{"rating": 3}', 3, false], ['{"rating": "2"}', '2', false], ['{"reason": "x"}', 1, true], ['none', 1, true]])('are read from %s', (reply, value, missing) => {
    expect(readRating(reply)).toEqual({ ok: true, value, missing });
  });

  it.each(['{"rating": "high"}', '{"rating": null}', '[{"rating": 3}]', '3'])('are not read from %s', (reply) => {
    expect(readRating(reply)).toMatchObject({ ok: false });
  });

  it.each([[[1, 3, 3], 3], [[2, 1, 0], 0], [[5, 2], 2], [['2', 2, 5], 2], [[0.9], 0]])('%j agree on %j', (values, rating) => {
    expect(vote(values)).toBe(rating);
  });
});
