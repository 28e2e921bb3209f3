/** Scores recalculated by hand: BM25 over fields with the numbers of `ranking.policy.ts`. */
import { expect, test } from 'vitest'
import { FIELD_WEIGHTS, inverseFrequency, PARTIAL_FLOOR, BM25_SATURATION, computeBaseScore, TITLE_BONUS } from './ranking.policy.ts'
import { scoreDocument, weighConcepts, weighPairs, type CorpusStatistics, type ScorableDocument } from './scoring.policy.ts'
import { parseQuery } from '#features/search/query/query-concepts.policy.ts'

const NOW = Date.parse('2026-11-24T00:00:00Z')
const corpus: CorpusStatistics = {
  documents: 100,
  averageLengths: [10, 10, 20, 40],
  frequencies: new Map([
    ['solar', 20],
    ['panel', 10],
    ['nois', 2],
  ]),
  now: NOW,
}
/** Fields as the index stores them: keys, title, headings, summary, body, category. */
const document = (title: string, body: string, headings = '', summary = ''): ScorableDocument => ({
  kind: 'article',
  date: '2026-11-24T00:00:00Z',
  quality: 0.5,
  terms: ['qkarticle', title, headings, summary, body, ''].map((field) => ` ${field} `).join('\n'),
})
const asked = (query: string) => weighConcepts(parseQuery(query).concepts, corpus)
const baseScore = computeBaseScore({ kind: 'article', date: '2026-11-24T00:00:00Z', quality: 0.5 }, NOW)

/** Weighted frequency of a word that occurs `times` in a field of `length` characters. */
const frequency = (at: number, times: number, length: number) => {
  const { weight, length: b } = FIELD_WEIGHTS[at] ?? { weight: 0, length: 0 }
  return (weight * times) / (1 - b + (b * length) / (corpus.averageLengths[at] ?? 1))
}
const saturated = (sum: number) => (sum * (BM25_SATURATION + 1)) / (sum + BM25_SATURATION)

test('a word scores by its fields, their lengths and its inverse frequency', () => {
  const concepts = asked('noise')
  const found = scoreDocument(document('heat pump', 'a nois of a nois here', '', 'nois'), concepts, {
    corpus,
    pairs: [],
    isQuestion: false,
  })
  const sum = frequency(2, 1, 4) + frequency(3, 2, 21)
  expect(found.score).toBeCloseTo(inverseFrequency(2, 100) * saturated(sum) * baseScore, 9)
  expect(found).toMatchObject({ share: 1, titleShare: 0 })
})

test('a title gets a bonus by the share of it that matches, ignoring stop words', () => {
  const concepts = asked('noise')
  const score = (title: string) => scoreDocument(document(title, ''), concepts, { corpus, pairs: [], isQuestion: false }).score
  const plain = (length: number) => inverseFrequency(2, 100) * saturated(frequency(0, 1, length)) * baseScore
  expect(score('nois')).toBeCloseTo(plain(4) * (1 + TITLE_BONUS), 9)
  expect(score('the nois')).toBeCloseTo(plain(8) * (1 + TITLE_BONUS), 9)
  expect(score('pump nois')).toBeCloseTo(plain(9) * (1 + TITLE_BONUS / 2), 9)
})

test('a partial match scores below its share, and no match scores 0', () => {
  const concepts = asked('panel noise')
  const [panel, noise] = [inverseFrequency(10, 100), inverseFrequency(2, 100)]
  const found = scoreDocument(document('x', 'nois'), concepts, { corpus, pairs: [0], isQuestion: false })
  const share = noise / (panel + noise)
  expect(found.share).toBeCloseTo(share, 9)
  expect(found.score).toBeCloseTo(noise * saturated(frequency(3, 1, 4)) * (PARTIAL_FLOOR + (1 - PARTIAL_FLOOR) * share) * baseScore, 9)
  expect(scoreDocument(document('x', 'y'), concepts, { corpus, pairs: [0], isQuestion: false })).toEqual({
    score: 0,
    share: 0,
    titleShare: 0,
  })
})

test('adjacent words get a bonus by their rarity, more in a title', () => {
  const concepts = asked('panel noise')
  const documents = [document('panel nois', ''), document('x', 'panel nois'), document('x', 'panel of nois')]
  const pairs = weighPairs(documents, concepts, corpus)
  expect(pairs).toEqual([inverseFrequency(2, 100)])
  const scoreOf = (one: ScorableDocument, worth: readonly number[]) =>
    scoreDocument(one, concepts, { corpus, pairs: worth, isQuestion: false }).score / baseScore
  const gained = documents.map((one) => scoreOf(one, pairs) - scoreOf(one, [0]))
  expect(gained[0]).toBeCloseTo(0.5 * (pairs[0] ?? 0) * (1 + TITLE_BONUS), 9)
  expect(gained[1]).toBeCloseTo(0.22 * (pairs[0] ?? 0), 9)
  expect(gained[2]).toBe(0)
})

test('part of a word does not match', () => {
  const concepts = asked('noise')
  expect(scoreDocument(document('anois noise', 'noisy nois2'), concepts, { corpus, pairs: [], isQuestion: false }).share).toBe(0)
})
