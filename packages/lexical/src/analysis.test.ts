import { describe, expect, it } from 'vitest';
import { termsOf } from './analysis.ts';

const plain = { stopWords: 'none', stem: 'none' } as const;

describe('terms', () => {
  it('are words whatever their case and width, without punctuation and what an apostrophe leaves', () => {
    expect(termsOf("Ｇraph-RAG's  *local* search, C++", plain)).toEqual(['graph', 'rag', 'local', 'search']);
    expect(termsOf('naïve Äpfel 3.3', plain)).toEqual(['naïve', 'äpfel']);
    expect(termsOf('', plain)).toEqual([]);
  });

  it('are pairs of characters where no spaces part words', () => {
    expect(termsOf('图检索', plain)).toEqual(['图检', '检索']);
    expect(termsOf('图', plain)).toEqual(['图']);
    expect(termsOf('graphrag图检索2024', plain)).toEqual(['graphrag', '图检', '检索', '2024']);
    expect(termsOf('グラフ', plain)).toEqual(['グラ', 'ラフ']);
    expect(termsOf('サーバー ﾃﾞｰﾀ', plain)).toEqual(['サー', 'ーバ', 'バー', 'デー', 'ータ']);
    expect(termsOf('검색 그래프 물', plain)).toEqual(['검색', '그래프', '물']);
  });

  it('leave out the words of a list', () => {
    const text = 'Which of the authors is it, and what did they use?';
    expect(termsOf(text, { ...plain, stopWords: 'standard' })).toEqual(['which', 'authors', 'what', 'did', 'use']);
    expect(termsOf(text, { ...plain, stopWords: 'questions' })).toEqual(['authors']);
    expect(termsOf('Welche Verfahren sind das?', { ...plain, stopWords: 'questions' })).toEqual(['verfahren']);
  });

  it('lose the endings of English plurals by three rules', () => {
    const words = 'communities queries indices edges graphs gas corpus class goes series bus vertices authors';
    expect(termsOf(words, { ...plain, stem: 'plural' })).toEqual([
      'community', 'query', 'indice', 'edge', 'graph', 'gas', 'corpus', 'class', 'goes', 'sery', 'bus', 'vertice', 'author',
    ]);
  });
});
