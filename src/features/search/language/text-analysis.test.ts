/** Tests the analysis of texts into tokens and terms. */
import { expect, test } from 'vitest'
import { foldWord, tokenize, toTerm, type TermMemo } from './text-analysis.policy.ts'

/** Formats the terms of a text in their order: joined ones in square brackets, stop words in parentheses. */
const formatTokens = (text: string) =>
  tokenize(text)
    .map(({ term, isJoined, isStopWord }) => (isJoined ? `[${term}]` : isStopWord ? `(${term})` : term))
    .join(' ')

test.each([
  ['Chargers and the WALLS', 'charger (and) (the) wall'],
  ['1,740 watts', '[1740w] 1740 watt'],
  ['9.0 and 3.60', '9 (and) 3d6'],
  ['1,74', '1d74'],
  ['1,740,000', '1740000'],
  ['007 and 0.5 and 0', '7 (and) 0d5 (and) 0'],
  ['7 kW', '[7kw] 7 kw'],
  ['7kW', '[7kw] 7 kw'],
  ['7.5kW', '[7d5kw] 7d5 kw'],
  ['7-kW', '[7kw] 7 kw'],
  ['7\u00a0kW', '[7kw] 7 kw'],
  ['7  kW', '[7kw] 7 kw'],
  ['7   kW', '7 kw'],
  ['7, kW', '7 kw'],
  ['3 kilowatt hours', '[3kwh] 3 kilowatt hour'],
  ['3 watt-hours', '[3wh] 3 [watthour] watt hour'],
  ['3 mile hours', '[3mile] 3 mile hour'],
  ['3 kilowatt, hours', '[3kw] 3 kilowatt hour'],
  ['three phase', '[3phase] three phase'],
  ['three houses', 'three hous'],
  ['80 %', '[80percent] 80'],
  ['80%', '[80percent] 80'],
  ['80  %', '80'],
  ['80 per cent', '[80percent] 80 per cent'],
  ['80 percent', '[80percent] 80 percent'],
  ['80 per centimetre', '80 per centimetr'],
  ['in-roof solar', '[inroof] (in) roof solar'],
  ['in‑roof', '[inroof] (in) roof'],
  ['in–roof', '(in) roof'],
  ['in - roof', '(in) roof'],
  ['a 7-a', '(a) [7a] 7 (a)'],
  ['R290-propane', '[r290propane] r290 propan'],
  ['2-3', '2 3'],
  ['2-pump', '2 pump'],
  ['pump-2', 'pump 2'],
  ['3phase', '[3phase] 3 phase'],
  ['5x', '5x'],
  ['H2O', 'h2o'],
  ['the owner’s boiler', '(the) owner boiler'],
  ["don't", '(dont)'],
  ['café Ökohaus', 'cafe okohaus'],
  ['bought batteries', 'buy batteri'],
  ['!!! — 🌀', ''],
])('tokenize splits %j into %j', (text, terms) => expect(formatTokens(text)).toBe(terms))

test('words and joined words are cut to 40 letters', () => {
  expect(tokenize('x'.repeat(60)).map(({ word }) => word.length)).toEqual([40])
  const [joined] = tokenize(`${'x'.repeat(30)}-${'y'.repeat(30)}`)
  expect(joined?.word).toBe('x'.repeat(30) + 'y'.repeat(10))
})

test('tokens have the position in the text, and whether they are a number or a stop word', () => {
  const text = 'A 7kW in-roof'
  expect(tokenize(text).map(({ start, end }) => text.slice(start, end))).toEqual(['A', '7kW', '7', 'kW', 'in-roof', 'in', 'roof'])
  expect(tokenize(text).map(({ isNumber, isStopWord }) => [isNumber, isStopWord])).toEqual([
    [false, true],
    [true, false],
    [true, false],
    [false, false],
    [false, false],
    [false, true],
    [false, false],
  ])
  const units = 'some 3 kWh and 4 kilowatt hours, 80 % here'
  expect(
    tokenize(units)
      .filter(({ isJoined }) => isJoined)
      .map(({ start, end }) => units.slice(start, end)),
  ).toEqual(['3 kWh', '4 kilowatt hours', '80'])
})

test('words are folded, and short ones are not stemmed', () => {
  expect(['Häuser', 'ABC9', 'don’t', 'ﬁre', '½'].map(foldWord)).toEqual(['hauser', 'abc9', 'dont', 'fire', '12'])
  expect(['gas', 'as', 'pumps', 'r290s', 'cheaper', 'cheapest', 'bigger', 'nicest', 'earlier', 'noisier', 'ran'].map(toTerm)).toEqual([
    'gas',
    'as',
    'pump',
    'r290s',
    'cheap',
    'cheap',
    'big',
    'nice',
    'earli',
    'nois',
    'run',
  ])
})

test('tokenize reads terms from the memo, and adds missing ones', () => {
  const memo: TermMemo = new Map([['pumps', 'known']])
  expect(tokenize('Pumps walls', memo).map(({ term }) => term)).toEqual(['known', 'wall'])
  expect(memo.get('walls')).toBe('wall')
})
