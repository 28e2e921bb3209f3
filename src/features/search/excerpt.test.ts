/** Tests excerpts: the sentence that is shown below a result. */
import { describe, expect, test } from 'vitest'
import { makeExcerpt } from './excerpt.policy.ts'
import { parseQuery } from './query/query-concepts.policy.ts'

const weighConcepts = (query: string) => parseQuery(query).concepts.map((concept) => ({ concept, weight: 1 }))
/** Formats an excerpt with its matches in brackets. */
const formatExcerpt = (text: string, query: string) => {
  const { excerpt, matches } = makeExcerpt(text, weighConcepts(query))
  return matches
    .toReversed()
    .reduce((marked, [start, end]) => `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`, excerpt)
}

describe('the excerpt is', () => {
  test.each([
    [
      'the sentence with most of the words',
      'A pump stands here. The pump makes some noise at night. Noise is loud.',
      'pump noise',
      'The [pump] makes some [noise] at night.',
    ],
    ['the first sentence if none matches', '  Nothing here. Nor there.', 'pump', 'Nothing here.'],
    [
      'the shorter of two equal matches',
      'The pump stands in this very old garden. The pump stands in this garden.',
      'pump',
      'The [pump] stands in this garden.',
    ],
    [
      'the first of two equal matches of the same length',
      'The pump stands in this garden. That pump stands in the garden.',
      'pump',
      'The [pump] stands in this garden.',
    ],
    ['a sentence rather than a heading', 'Pump\nIn this garden there stands a pump.', 'pump', 'In this garden there stands a [pump].'],
    [
      'the sentence with more occurrences',
      'In the garden there is a pump. Beside the pump stands another pump.',
      'pump',
      'Beside the [pump] stands another [pump].',
    ],
    ['a sentence that ends with its line', 'the pump stands here\nand the noise is elsewhere', 'noise', 'and the [noise] is elsewhere'],
    [
      'a sentence that begins with a number',
      'It is a small one. 7 kg are enough for its pump, said he. Yes.',
      'pump',
      '7 kg are enough for its [pump], said he.',
    ],
    [
      'a sentence with an abbreviation before a lower-case letter',
      'It is small, e.g. as small as a pump. Yes.',
      'pump',
      'It is small, e.g. as small as a [pump].',
    ],
    ['a sentence with its closing quotation mark', '“A pump.” “Its noise!” said she.', 'pump', '“A [pump].”'],
    [
      'a sentence with other forms of the word',
      'All these pumps were pumped dry in there.',
      'pump',
      'All these [pumps] were [pumped] dry in there.',
    ],
    ['a sentence with a number and its unit', 'It takes 7.5 kW from the mains there.', '7.5kW', 'It takes [7.5 kW] from the mains there.'],
    ['a sentence with a short word', 'The EV stands here all of the night.', 'ev', 'The [EV] stands here all of the night.'],
    ['empty for an empty text', '', 'pump', ''],
  ])('%s', (_behaviour, text, query, excerpt) => expect(formatExcerpt(text, query)).toBe(excerpt))
})

test('a phrase matches across stop words, as one span and in order', () => {
  const concept = parseQuery('ashp').concepts.map((queryConcept) => ({
    concept: { ...queryConcept, alternatives: [...queryConcept.alternatives, { terms: ['heat', 'pump'], weight: 0.8, isPhrase: true }] },
    weight: 1,
  }))
  const listMatchedTexts = (text: string) => {
    const { excerpt, matches } = makeExcerpt(text, concept)
    return matches.map(([start, end]) => excerpt.slice(start, end))
  }
  expect(listMatchedTexts('We bought a heat pump in the end.')).toEqual(['heat pump'])
  expect(listMatchedTexts('We gave heat to the pump in the end.')).toEqual(['heat to the pump'])
  expect(listMatchedTexts('We gave the pump some heat in the end.')).toEqual([])
  expect(listMatchedTexts('An ASHP is a heat pump in the end.')).toEqual(['ASHP', 'heat pump'])
  expect(listMatchedTexts('It ends with heat.')).toEqual([])
})

test('a line shorter than 25 characters counts as a heading', () => {
  const makePumpLine = (length: number) => `Pump ${'x'.repeat(length - 5)}`
  expect(formatExcerpt(`${makePumpLine(24)}\n${makePumpLine(40)}`, 'pump')).toBe(makePumpLine(40).replace('Pump', '[Pump]'))
  expect(formatExcerpt(`${makePumpLine(25)}\n${makePumpLine(40)}`, 'pump')).toBe(makePumpLine(25).replace('Pump', '[Pump]'))
})

test('overlapping matches are merged', () => {
  expect(formatExcerpt('There it takes 7kW from the mains.', '7, kW')).toBe('There it takes [7][kW] from the mains.')
  expect(formatExcerpt('This is an air-source pump of ours.', 'air-source')).toBe('This is an [air-source] pump of ours.')
})

test('the excerpt avoids a sentence of an earlier excerpt if another one matches', () => {
  const note = 'A pump needs space around the pump.'
  const shownSentences = new Set<string>()
  const excerptOf = (text: string) => makeExcerpt(text, weighConcepts('pump'), new Map(), shownSentences).excerpt
  expect(excerptOf(`${note} This pump is loud.`)).toBe(note)
  expect(excerptOf(`${note} That pump is cheap.`)).toBe('That pump is cheap.')
  expect(excerptOf(`${note} Nothing else matches.`)).toBe(note)
})

describe('a long sentence is cut', () => {
  const makeWords = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ')
  test('at a space to about 240 characters', () => {
    const text = 'x'.repeat(235)
    expect(makeExcerpt(`${text} pump`, weighConcepts('nothing')).excerpt).toBe(`${text} pump`)
    expect(makeExcerpt(`${text} pumps`, weighConcepts('nothing'))).toEqual({ excerpt: `${text} …`, matches: [] })
    expect(makeExcerpt('x'.repeat(300), weighConcepts('nothing')).excerpt).toBe(`${'x'.repeat(120)} …`)
  })
  test('around the first match if that is far from the beginning', () => {
    const near = formatExcerpt(`${makeWords(20)} pump ${makeWords(100)}`, 'pump')
    expect(near).toMatch(/^w0 w1 .* \[pump\] w0 .* w\d+ …$/)
    const far = formatExcerpt(`${makeWords(100)} pump ${makeWords(100)} pump`, 'pump')
    expect(far).toMatch(/^… w\d+ .* w99 \[pump\] w0 .* w\d+ …$/)
    expect(far.indexOf('[')).toBeLessThanOrEqual(2 + 80)
    const end = formatExcerpt(`${makeWords(100)} pump`, 'pump')
    expect(end).toMatch(/^… w\d+ .* w99 \[pump\]$/)
  })
  test('and has no matches in the part that was cut off', () => {
    const { excerpt, matches } = makeExcerpt(`pump ${'x'.repeat(232)} pumping on and on`, weighConcepts('pump'))
    expect(matches).toEqual([[0, 4]])
    expect(excerpt).toMatch(/ …$/)
  })
})

test('only the first 40,000 characters of a text are searched', () => {
  const makeText = (letters: number) => `First.\n${'y'.repeat(letters - 8)}\nA pump`
  expect(formatExcerpt(makeText(40_000 - 6), 'pump')).toBe('A [pump]')
  expect(formatExcerpt(makeText(40_000), 'pump')).toBe('First.')
})
