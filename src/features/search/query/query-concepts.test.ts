/** Tests the parsing of a query into concepts, and edit distances. */
import { describe, expect, test } from 'vitest'
import { getMaxEdits, editDistance, parseQuery } from './query-concepts.policy.ts'

const listConcepts = (query: string) => parseQuery(query).concepts.map(({ term, alternatives }) => [term, ...alternatives])
const makeExactAlternative = (...terms: string[]) => ({ terms, weight: 1 })

describe('a query', () => {
  test('becomes its distinct words without stop words', () => {
    expect(listConcepts('the heat pumps of a pump')).toEqual([
      ['heat', makeExactAlternative('heat')],
      ['pump', makeExactAlternative('pump')],
    ])
    expect(parseQuery('')).toEqual({ concepts: [], isAllStopWords: false, isQuestion: false })
  })

  test('that consists of stop words keeps them', () => {
    const { concepts, isAllStopWords } = parseQuery('how to be')
    expect(concepts.map(({ term }) => term)).toEqual(['how', 'to', 'be'])
    expect(isAllStopWords).toBe(true)
    expect(parseQuery('how to heat').isAllStopWords).toBe(false)
  })

  test('matches a number with its unit as one term or as two adjacent terms', () => {
    expect(listConcepts('7 kW charger')).toEqual([
      ['7kw', makeExactAlternative('7kw'), { terms: ['7', 'kw'], weight: 0.45, isPhrase: true }],
      ['charger', makeExactAlternative('charger')],
    ])
    expect(listConcepts('80 % full')).toEqual([
      ['80percent', makeExactAlternative('80percent')],
      ['full', makeExactAlternative('full')],
    ])
    expect(parseQuery('7 kW 12').concepts.map(({ isNumber }) => isNumber)).toEqual([true, true])
  })

  test('matches hyphenated words separately and as one', () => {
    expect(listConcepts('air-source pump')).toEqual([
      ['air', makeExactAlternative('air'), makeExactAlternative('airsourc')],
      ['sourc', makeExactAlternative('sourc'), makeExactAlternative('airsourc')],
      ['pump', makeExactAlternative('pump')],
    ])
  })

  test('has compounds of a word with an adjacent stop word', () => {
    const listCompounds = (query: string) => parseQuery(query).concepts.map(({ word, compounds }) => [word, compounds])
    expect(listCompounds('in roof solar')).toEqual([
      ['roof', ['inroof']],
      ['solar', []],
    ])
    expect(listCompounds('plug in kits')).toEqual([
      ['plug', ['plugin']],
      ['kits', ['inkits']],
    ])
    expect(listCompounds('in  roof, solar')).toEqual([
      ['roof', []],
      ['solar', []],
    ])
    expect(listCompounds('in 7 to')).toEqual([['7', []]])
  })

  test('has at most twelve concepts', () => {
    const words = Array.from({ length: 14 }, (_, index) => `w${'abcdefghijklmn'[index]}x`)
    expect(parseQuery(words.join(' ')).concepts.map(({ word }) => word)).toEqual(words.slice(0, 12))
  })

  test('marks light words', () => {
    expect(parseQuery('good boilers').concepts.map(({ isLight }) => isLight)).toEqual([true, undefined])
  })

  test.each([
    ['how do heat pumps work', true],
    ['can I', false],
    ['can I park', true],
    ['heat pumps and how they work', false],
    ['', false],
  ])('%j is a question: %s', (query, isQuestion) => expect(parseQuery(query).isQuestion).toBe(isQuestion))
})

test.each([
  ['pump', 'pump', 0],
  ['pump', 'pmup', 1],
  ['pump', 'pum', 1],
  ['pump', 'pumps', 1],
  ['pump', 'bump', 1],
  ['pump', 'dumb', 2],
  ['ab', 'ba', 1],
  ['abc', 'cab', 2],
  ['abcdef', 'badcfe', 3],
  ['boiler', 'oilers', 2],
  ['', 'ab', 2],
  ['ab', '', 2],
])('the edit distance between %j and %j is %i', (first, second, edits) => {
  expect(editDistance(first, second, 3)).toBe(edits)
  expect(editDistance(second, first, 3)).toBe(edits)
  expect(editDistance(first, second, edits)).toBe(edits)
})

test('editDistance returns one more than the maximum if the distance exceeds it', () => {
  expect(editDistance('pump', 'dumb', 1)).toBe(2)
  expect(editDistance('pump', 'heat', 2)).toBe(3)
  expect(editDistance('a', 'abcd', 2)).toBe(3)
  expect(editDistance('abcd', 'a', 2)).toBe(3)
})

test.each([
  ['abc', 0],
  ['abcd', 1],
  ['abcdefg', 1],
  ['abcdefgh', 2],
  ['abcdefgh7', 0],
])('a correction of %s may have %i edits', (word, edits) => expect(getMaxEdits(word)).toBe(edits))
