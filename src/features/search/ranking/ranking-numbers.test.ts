/** What a thing counts whatever is asked for, as which words a search is counted, and what the index stores. */
import { describe, expect, test } from 'vitest'
import { analyseDocument, categoryKey, kindTerm, termsOfLatest, titleTerm } from './document-terms.policy.ts'
import { inverseFrequency, minimumShare, ratingQuality, computeBaseScore } from './ranking.policy.ts'
import { foldQuery } from '#features/search/recording/recorded-query.policy.ts'

const NOW = Date.parse('2026-11-24T00:00:00Z')
const standing = (given: { kind?: string; days?: number | null; quality?: number }, isQuestion?: boolean) => {
  const { kind = 'expert', days = null, quality = 0 } = given
  const date = days === null ? null : new Date(NOW - days * 86_400_000).toISOString()
  return computeBaseScore({ kind, date, quality }, NOW, isQuestion)
}

describe('the standing of a thing', () => {
  test('is its kind’s, and for a question some kinds count less', () => {
    expect(['article', 'expert', 'product', 'category', 'user', 'other'].map((kind) => standing({ kind }))).toEqual([
      1.12, 1, 1.04, 0.85, 0.75, 1,
    ])
    expect(standing({ kind: 'product' }, true)).toBeCloseTo(1.04 * 0.85, 9)
    expect(standing({ kind: 'category' }, true)).toBeCloseTo(0.85 * 0.7, 9)
    expect([standing({ kind: 'article' }, true), standing({ kind: 'product' }, false)]).toEqual([1.12, 1.04])
  })
  test('is more where it is new, and half as much more in 540 days', () => {
    expect(standing({ days: 0 })).toBeCloseTo(1.05, 9)
    expect(standing({ days: 540 })).toBeCloseTo(1.025, 9)
    expect(standing({ days: 1080 })).toBeCloseTo(1.0125, 9)
    expect(standing({ days: -30 })).toBeCloseTo(1.05, 9)
    expect(standing({ days: null })).toBe(1)
  })
  test('is more where it is good, from nothing to all', () => {
    expect([-1, 0, 0.5, 1, 7].map((quality) => standing({ quality }))).toEqual([1, 1, 1.04, 1.08, 1.08])
    expect(standing({ days: 0, quality: 1, kind: 'user' })).toBeCloseTo(0.75 * 1.13, 9)
  })
  test('of what is rated is worth the more the more people say so', () => {
    expect([ratingQuality(5, 4), ratingQuality(2.5, 4), ratingQuality(5, 0), ratingQuality(5, 12)]).toEqual([0.5, 0.25, 0, 0.75])
  })
})

test('a rare word says more than one that all have', () => {
  expect(inverseFrequency(0, 10)).toBeCloseTo(Math.log(22), 9)
  expect(inverseFrequency(10, 10)).toBeCloseTo(Math.log(1 + 0.5 / 10.5), 9)
  expect(inverseFrequency(12, 10)).toBeCloseTo(Math.log(1 + 0.5 / 12.5), 9)
})

test('all of one or two words is wanted, and less of more', () => {
  expect([1, 2, 3, 4, 9].map(minimumShare)).toEqual([0.999, 0.999, 0.5, 0.4, 0.4])
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
])('%j is counted as %j', (typed, counted) => expect(foldQuery(typed)).toBe(counted))

describe('what the index stores', () => {
  const texts = {
    kind: 'article',
    subjectId: 700,
    category: 'heat-pumps',
    title: 'The Noise of it',
    headings: 'In the night',
    summary: 'A pump',
    body: 'The pumps run',
  }
  test('are keys that no text has, and the terms of each field', () => {
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
  test('without a category there is none, and of a long text the beginning', () => {
    const { terms } = analyseDocument({ ...texts, category: null, body: `${'x '.repeat(29_999)}ab cd` })
    expect(terms.split('\n')[0]).toBe(' qkarticle qkarticlep512p1 qkarticlep8192p0 qtthe qtnoise qtnois qtof qtit ')
    expect([terms.split('\n')[4]?.endsWith(' x ab '), terms.split('\n')[5]]).toEqual([true, '  '])
  })
  test('keys are letters and digits', () => {
    expect([kindTerm('Odd-kind_7'), categoryKey('Heat-Pumps_7'), titleTerm('pump')]).toEqual(['qkddkind7', 'qcheatpumps7', 'qtpump'])
  })
  test('the latest of a kind are those of its last two parts, where there are more', () => {
    expect(termsOfLatest('a', 0)).toEqual([])
    expect(termsOfLatest('a', 2 * 512 - 1)).toEqual([])
    expect(termsOfLatest('a', 2 * 512)).toEqual([['qkap512p2', 'qkap512p1']])
    expect(termsOfLatest('a', 3 * 8192)).toEqual([
      ['qkap512p48', 'qkap512p47'],
      ['qkap8192p3', 'qkap8192p2'],
    ])
  })
})
