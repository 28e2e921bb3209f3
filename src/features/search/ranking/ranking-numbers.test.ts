/** Tests base scores, normalised queries, and the terms that the index stores. */
import { describe, expect, test } from 'vitest'
import { analyseDocument, toCategoryKey, toKindTerm, listLatestPartitionTerms, toTitleTerm } from './document-terms.policy.ts'
import { computeInverseFrequency, getMinimumShare, computeRatingQuality, computeBaseScore } from './ranking.policy.ts'
import { foldQuery } from '#features/search/recording/recorded-query.policy.ts'

const NOW = Date.parse('2026-11-24T00:00:00Z')
const computeScore = (document: { kind?: string; days?: number | null; quality?: number }, isQuestion?: boolean) => {
  const { kind = 'expert', days = null, quality = 0 } = document
  const date = days === null ? null : new Date(NOW - days * 86_400_000).toISOString()
  return computeBaseScore({ kind, date, quality }, NOW, isQuestion)
}

describe('the base score', () => {
  test('depends on the kind, and is lower for products and categories if the query is a question', () => {
    expect(['article', 'expert', 'product', 'category', 'user', 'other'].map((kind) => computeScore({ kind }))).toEqual([
      1.12, 1, 1.04, 0.85, 0.75, 1,
    ])
    expect(computeScore({ kind: 'product' }, true)).toBeCloseTo(1.04 * 0.85, 9)
    expect(computeScore({ kind: 'category' }, true)).toBeCloseTo(0.85 * 0.7, 9)
    expect(computeScore({ kind: 'article' }, true)).toBe(1.12)
    expect(computeScore({ kind: 'product' }, false)).toBe(1.04)
  })
  test('has a freshness bonus that halves every 540 days', () => {
    expect(computeScore({ days: 0 })).toBeCloseTo(1.05, 9)
    expect(computeScore({ days: 540 })).toBeCloseTo(1.025, 9)
    expect(computeScore({ days: 1080 })).toBeCloseTo(1.0125, 9)
    expect(computeScore({ days: -30 })).toBeCloseTo(1.05, 9)
    expect(computeScore({ days: null })).toBe(1)
  })
  test('has a quality bonus; a quality below 0 counts as 0, one above 1 as 1', () => {
    expect([-1, 0, 0.5, 1, 7].map((quality) => computeScore({ quality }))).toEqual([1, 1, 1.04, 1.08, 1.08])
    expect(computeScore({ days: 0, quality: 1, kind: 'user' })).toBeCloseTo(0.75 * 1.13, 9)
  })
  test('has a rating quality that grows with the number of ratings', () => {
    expect([computeRatingQuality(5, 4), computeRatingQuality(2.5, 4), computeRatingQuality(5, 0), computeRatingQuality(5, 12)]).toEqual([
      0.5, 0.25, 0, 0.75,
    ])
  })
})

test('the inverse frequency is higher for rare words', () => {
  expect(computeInverseFrequency(0, 10)).toBeCloseTo(Math.log(22), 9)
  expect(computeInverseFrequency(10, 10)).toBeCloseTo(Math.log(1 + 0.5 / 10.5), 9)
  expect(computeInverseFrequency(12, 10)).toBeCloseTo(Math.log(1 + 0.5 / 12.5), 9)
})

test('the minimum share is almost 1 for one or two words, and less for more words', () => {
  expect([1, 2, 3, 4, 9].map(getMinimumShare)).toEqual([0.999, 0.999, 0.5, 0.4, 0.4])
})

test.each([
  ['  Heat \n  Pumps ', 'heat pumps'],
  ['ＨＥＡＴ', 'heat'],
  ['', undefined],
  ['   ', undefined],
  ['x'.repeat(80), 'x'.repeat(80)],
  ['x'.repeat(81), undefined],
  ['ada@example.org', undefined],
  ['call 020 794-6000', undefined],
  ['1234567', undefined],
  ['123456', '123456'],
  ['123456 x 7', '123456 x 7'],
  ['12 34  567 8', undefined],
])('the statistics count the query %j as %j', (query, foldedQuery) => expect(foldQuery(query)).toBe(foldedQuery))

describe('the terms of a document', () => {
  const texts = {
    kind: 'article',
    subjectId: 700,
    category: 'heat-pumps',
    title: 'The Noise of it',
    headings: 'In the night',
    summary: 'A pump',
    body: 'The pumps run',
  }
  test('are its keys and the terms of each field', () => {
    const { terms, words, lengths } = analyseDocument(texts)
    expect(terms.split('\n')).toEqual([
      ' qkarticle qkarticlep512p1 qkarticlep8192p0 qcheatpumps qtthe qtnoise qtnois qtof qtit ',
      ' the nois of it ',
      ' night ',
      ' pump ',
      ' pump run ',
      ' heat pump ',
    ])
    expect(lengths).toEqual([14, 5, 4, 8])
    expect([...words]).toEqual([
      ['noise', 'nois'],
      ['night', 'night'],
      ['pump', 'pump'],
      ['pumps', 'pump'],
      ['run', 'run'],
    ])
  })
  test('have no category key without a category, and only the beginning of a long body', () => {
    const { terms } = analyseDocument({ ...texts, category: null, body: `${'x '.repeat(29_999)}ab cd` })
    expect(terms.split('\n')[0]).toBe(' qkarticle qkarticlep512p1 qkarticlep8192p0 qtthe qtnoise qtnois qtof qtit ')
    expect(terms.split('\n')[4]).toMatch(/ x ab $/)
    expect(terms.split('\n')[5]).toBe('  ')
  })
  test('have keys of letters and digits only', () => {
    expect([toKindTerm('Odd-kind_7'), toCategoryKey('Heat-Pumps_7'), toTitleTerm('pump')]).toEqual(['qkddkind7', 'qcheatpumps7', 'qtpump'])
  })
  test('have keys for the last two partitions of a kind if there are more than two', () => {
    expect(listLatestPartitionTerms('a', 0)).toEqual([])
    expect(listLatestPartitionTerms('a', 2 * 512 - 1)).toEqual([])
    expect(listLatestPartitionTerms('a', 2 * 512)).toEqual([['qkap512p2', 'qkap512p1']])
    expect(listLatestPartitionTerms('a', 3 * 8192)).toEqual([
      ['qkap512p48', 'qkap512p47'],
      ['qkap8192p3', 'qkap8192p2'],
    ])
  })
})
