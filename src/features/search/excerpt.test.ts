/** The sentence that is shown below a result. */
import { describe, expect, test } from 'vitest'
import { makeExcerpt } from './excerpt.policy.ts'
import { parseQuery } from './query/query-concepts.policy.ts'

const weighed = (query: string) => parseQuery(query).concepts.map((concept) => ({ concept, weight: 1 }))
/** With brackets around what was found. */
const show = (text: string, query: string) => {
  const { excerpt, matches } = makeExcerpt(text, weighed(query))
  return matches
    .toReversed()
    .reduce((marked, [start, end]) => `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`, excerpt)
}

describe('is the sentence', () => {
  test.each([
    [
      'that has the most of the words',
      'A pump stands here. The pump makes some noise at night. Noise is loud.',
      'pump noise',
      'The [pump] makes some [noise] at night.',
    ],
    ['that is the first where none has any', '  Nothing here. Nor there.', 'pump', 'Nothing here.'],
    [
      'that is the shorter of two that say as much',
      'The pump stands in this very old garden. The pump stands in this garden.',
      'pump',
      'The [pump] stands in this garden.',
    ],
    [
      'that is the first of two alike',
      'The pump stands in this garden. That pump stands in the garden.',
      'pump',
      'The [pump] stands in this garden.',
    ],
    ['rather than a heading', 'Pump\nIn this garden there stands a pump.', 'pump', 'In this garden there stands a [pump].'],
    [
      'that has it more often',
      'In the garden there is a pump. Beside the pump stands another pump.',
      'pump',
      'Beside the [pump] stands another [pump].',
    ],
    ['that ends with its line', 'the pump stands here\nand the noise is elsewhere', 'noise', 'and the [noise] is elsewhere'],
    [
      'that ends before a figure',
      'It is a small one. 7 kg are enough for its pump, said he. Yes.',
      'pump',
      '7 kg are enough for its [pump], said he.',
    ],
    ['that goes on in small letters', 'It is small, e.g. as small as a pump. Yes.', 'pump', 'It is small, e.g. as small as a [pump].'],
    ['with the quotation mark that ends it', '“A pump.” “Its noise!” said she.', 'pump', '“A [pump].”'],
    ['with other forms of a word', 'All these pumps were pumped dry in there.', 'pump', 'All these [pumps] were [pumped] dry in there.'],
    ['with a figure and its unit', 'It takes 7.5 kW from the mains there.', '7.5kW', 'It takes [7.5 kW] from the mains there.'],
    ['with a short word as it is', 'The EV stands here all of the night.', 'ev', 'The [EV] stands here all of the night.'],
    ['of nothing', '', 'pump', ''],
  ])('%s', (_what, text, query, shown) => expect(show(text, query)).toBe(shown))
})

test('a phrase is found over words that say nothing, and as one', () => {
  const concept = parseQuery('ashp').concepts.map((one) => ({
    concept: { ...one, alternatives: [...one.alternatives, { terms: ['heat', 'pump'], weight: 0.8, isPhrase: true }] },
    weight: 1,
  }))
  const found = (text: string) => {
    const { excerpt, matches } = makeExcerpt(text, concept)
    return matches.map(([start, end]) => excerpt.slice(start, end))
  }
  expect(found('We bought a heat pump in the end.')).toEqual(['heat pump'])
  expect(found('We gave heat to the pump in the end.')).toEqual(['heat to the pump'])
  expect(found('We gave the pump some heat in the end.')).toEqual([])
  expect(found('An ASHP is a heat pump in the end.')).toEqual(['ASHP', 'heat pump'])
  expect(found('It ends with heat.')).toEqual([])
})

test('a heading is shorter than twenty-five letters', () => {
  const pumpOf = (length: number) => `Pump ${'x'.repeat(length - 5)}`
  expect(show(`${pumpOf(24)}\n${pumpOf(40)}`, 'pump')).toBe(pumpOf(40).replace('Pump', '[Pump]'))
  expect(show(`${pumpOf(25)}\n${pumpOf(40)}`, 'pump')).toBe(pumpOf(25).replace('Pump', '[Pump]'))
})

test('what was found twice in one place is marked once', () => {
  expect(show('There it takes 7kW from the mains.', '7, kW')).toBe('There it takes [7][kW] from the mains.')
  expect(show('This is an air-source pump of ours.', 'air-source')).toBe('This is an [air-source] pump of ours.')
})

describe('is cut', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')
  test('to 240 letters at a blank, and only where it is longer', () => {
    const text = 'x'.repeat(235)
    expect(makeExcerpt(`${text} pump`, weighed('nothing')).excerpt).toBe(`${text} pump`)
    expect(makeExcerpt(`${text} pumps`, weighed('nothing'))).toEqual({ excerpt: `${text} …`, matches: [] })
    expect(makeExcerpt('x'.repeat(300), weighed('nothing')).excerpt).toBe(`${'x'.repeat(120)} …`)
  })
  test('around the first word that was found, where that is far behind', () => {
    const near = show(`${words(20)} pump ${words(100)}`, 'pump')
    expect(near).toMatch(/^w0 w1 .* \[pump\] w0 .* w\d+ …$/)
    const far = show(`${words(100)} pump ${words(100)} pump`, 'pump')
    expect(far).toMatch(/^… w\d+ .* w99 \[pump\] w0 .* w\d+ …$/)
    expect(far.indexOf('[')).toBeLessThanOrEqual(2 + 80)
    const end = show(`${words(100)} pump`, 'pump')
    expect(end).toMatch(/^… w\d+ .* w99 \[pump\]$/)
  })
  test('and a word that was cut off is not marked', () => {
    const { excerpt, matches } = makeExcerpt(`pump ${'x'.repeat(232)} pumping on and on`, weighed('pump'))
    expect([matches, excerpt.endsWith(' …')]).toEqual([[[0, 4]], true])
  })
})

test('a text is read as far as forty thousand letters', () => {
  const text = (before: number) => `First.\n${'y'.repeat(before - 8)}\nA pump`
  expect(show(text(40_000 - 6), 'pump')).toBe('A [pump]')
  expect(show(text(40_000), 'pump')).toBe('First.')
})
