import { z } from 'zod';

/** What a cold start is asked: one question of an index, with its vector. */
export const coldQuestionSchema = z.strictObject({ folder: z.string(), question: z.string(), vector: z.array(z.number()), strategy: z.string() });
