/** Compares scores with results of the BM25 formula that are calculated from the numbers of `ranking.policy.ts`. */
import { expect, test } from 'vitest'
import { FIELD_WEIGHTS, computeInverseFrequency, PARTIAL_FLOOR, BM25_SATURATION, computeBaseScore, TITLE_BONUS } from './ranking.policy.ts'
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
/** Makes a document with its fields as the index stores them: keys, title, headings, summary, body, category. */
const makeDocument = (title: string, body: string, headings = '', summary = ''): ScorableDocument => ({
  kind: 'article',
  date: '2026-11-24T00:00:00Z',
  quality: 0.5,
  terms: ['qkarticle', title, headings, summary, body, ''].map((field) => ` ${field} `).join('\n'),
})
const weighQuery = (query: string) => weighConcepts(parseQuery(query).concepts, corpus)
const baseScore = computeBaseScore({ kind: 'article', date: '2026-11-24T00:00:00Z', quality: 0.5 }, NOW)

/** Returns the weighted frequency of a word that occurs `times` in a field of `length` characters. */
const computeFieldFrequency = (fieldIndex: number, times: number, length: number) => {
  const { weight, length: b } = FIELD_WEIGHTS[fieldIndex] ?? { weight: 0, length: 0 }
  return (weight * times) / (1 - b + (b * length) / (corpus.averageLengths[fieldIndex] ?? 1))
}
const saturate = (sum: number) => (sum * (BM25_SATURATION + 1)) / (sum + BM25_SATURATION)

test('a word scores by its fields, their lengths and its inverse frequency', () => {
  const concepts = weighQuery('noise')
  const result = scoreDocument(makeDocument('heat pump', 'a nois of a nois here', '', 'nois'), concepts, {
    corpus,
    pairs: [],
    isQuestion: false,
  })
  const sum = computeFieldFrequency(2, 1, 4) + computeFieldFrequency(3, 2, 21)
  expect(result.score).toBeCloseTo(computeInverseFrequency(2, 100) * saturate(sum) * baseScore, 9)
  expect(result).toMatchObject({ share: 1, titleShare: 0 })
})

test('a match in the title gets a bonus by its share of the title, ignoring stop words', () => {
  const concepts = weighQuery('noise')
  const score = (title: string) => scoreDocument(makeDocument(title, ''), concepts, { corpus, pairs: [], isQuestion: false }).score
  const scoreWithoutBonus = (length: number) => computeInverseFrequency(2, 100) * saturate(computeFieldFrequency(0, 1, length)) * baseScore
  expect(score('nois')).toBeCloseTo(scoreWithoutBonus(4) * (1 + TITLE_BONUS), 9)
  expect(score('the nois')).toBeCloseTo(scoreWithoutBonus(8) * (1 + TITLE_BONUS), 9)
  expect(score('pump nois')).toBeCloseTo(scoreWithoutBonus(9) * (1 + TITLE_BONUS / 2), 9)
})

test('a partial match scores less than the words that it matches, and no match scores 0', () => {
  const concepts = weighQuery('panel noise')
  const [panel, noise] = [computeInverseFrequency(10, 100), computeInverseFrequency(2, 100)]
  const result = scoreDocument(makeDocument('x', 'nois'), concepts, { corpus, pairs: [0], isQuestion: false })
  const share = noise / (panel + noise)
  expect(result.share).toBeCloseTo(share, 9)
  expect(result.score).toBeCloseTo(
    noise * saturate(computeFieldFrequency(3, 1, 4)) * (PARTIAL_FLOOR + (1 - PARTIAL_FLOOR) * share) * baseScore,
    9,
  )
  expect(scoreDocument(makeDocument('x', 'y'), concepts, { corpus, pairs: [0], isQuestion: false })).toEqual({
    score: 0,
    share: 0,
    titleShare: 0,
  })
})

test('adjacent words get a bonus by the rarity of the pair, and a larger one in a title', () => {
  const concepts = weighQuery('panel noise')
  const documents = [makeDocument('panel nois', ''), makeDocument('x', 'panel nois'), makeDocument('x', 'panel of nois')]
  const pairs = weighPairs(documents, concepts, corpus)
  expect(pairs).toEqual([computeInverseFrequency(2, 100)])
  const computeRelativeScore = (candidate: ScorableDocument, pairWeights: readonly number[]) =>
    scoreDocument(candidate, concepts, { corpus, pairs: pairWeights, isQuestion: false }).score / baseScore
  const bonuses = documents.map((candidate) => computeRelativeScore(candidate, pairs) - computeRelativeScore(candidate, [0]))
  expect(bonuses[0]).toBeCloseTo(0.5 * (pairs[0] ?? 0) * (1 + TITLE_BONUS), 9)
  expect(bonuses[1]).toBeCloseTo(0.22 * (pairs[0] ?? 0), 9)
  expect(bonuses[2]).toBe(0)
})

test('part of a word does not match', () => {
  const concepts = weighQuery('noise')
  expect(scoreDocument(makeDocument('anois noise', 'noisy nois2'), concepts, { corpus, pairs: [], isQuestion: false }).share).toBe(0)
})
