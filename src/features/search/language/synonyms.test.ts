/** Tests the synonyms of words and phrases. */
import { describe, expect, test } from 'vitest'
import { parseQuery } from '#features/search/query/query-concepts.policy.ts'
import { addSynonyms, indexSynonyms, markPhrases } from './synonyms.policy.ts'

const INDEX = indexSynonyms([
  ['heat pumps', 'ASHP', 'the air source of it', 'of the'],
  ['secondhand', 'used'],
  ['battery', 'accumulators', 'Batteries'],
  ['7 kW charger', 'wallbox'],
  ['in-roof panels', 'integrated'],
])

describe('the synonym index', () => {
  test('maps the terms of each phrase to the other phrases of its groups', () => {
    expect([...INDEX.groups]).toEqual([
      ['heat pump', [['ashp'], ['air', 'sourc']]],
      [
        'ashp',
        [
          ['heat', 'pump'],
          ['air', 'sourc'],
        ],
      ],
      ['air sourc', [['heat', 'pump'], ['ashp']]],
      ['secondhand', [['use']]],
      ['use', [['secondhand']]],
      ['batteri', [['accumul']]],
      ['accumul', [['batteri']]],
      ['7kw charger', [['wallbox']]],
      ['wallbox', [['7kw', 'charger']]],
      ['inroof panel', [['integr']]],
      ['integr', [['inroof', 'panel']]],
    ])
  })
  test('has the length of its longest phrase, and knows its phrases', () => {
    expect(INDEX.maxPhraseLength).toBe(2)
    expect(indexSynonyms([]).maxPhraseLength).toBe(1)
    expect(indexSynonyms([['a b c d'], ['one']]).maxPhraseLength).toBe(3)
    expect([INDEX.knows('ashp'), INDEX.knows('heat pump'), INDEX.knows('heat'), INDEX.knows('of')]).toEqual([true, true, false, false])
  })
  test('merges the groups of a phrase', () => {
    expect(
      indexSynonyms([
        ['oil', 'gas'],
        ['gas', 'coal'],
      ]).groups.get('gas'),
    ).toEqual([['oil'], ['coal']])
  })
})

describe('a query', () => {
  const listMarkedTerms = (query: string) => {
    const { concepts } = parseQuery(query)
    markPhrases(concepts, INDEX)
    return concepts.filter(({ isOfPhrase }) => isOfPhrase).map(({ term }) => term)
  }
  test.each([
    ['heat pump', ['heat', 'pump']],
    ['quiet heat pump', ['heat', 'pump']],
    ['heat pump noise', ['heat', 'pump']],
    ['pump heat', []],
    ['ashp', []],
    ['', []],
  ])('%j contains a known phrase with the terms %j', (query, words) => expect(listMarkedTerms(query)).toEqual(words))

  const listAlternatives = (query: string) => {
    const { concepts } = parseQuery(query)
    addSynonyms(concepts, INDEX)
    return concepts.map(({ term, alternatives }) => [term, ...alternatives.slice(1).map(({ terms }) => terms.join(' '))])
  }
  test('gets the synonyms of a phrase at each of its words', () => {
    expect(listAlternatives('quiet heat pump')).toEqual([['quiet'], ['heat', 'ashp', 'air sourc'], ['pump', 'ashp', 'air sourc']])
    expect(listAlternatives('pump heat')).toEqual([['pump'], ['heat']])
    expect(listAlternatives('battery ashp')).toEqual([
      ['batteri', 'accumul'],
      ['ashp', 'heat pump', 'air sourc'],
    ])
  })
  test('gets each synonym once, with its weight, and as a phrase if it has several words', () => {
    const { concepts } = parseQuery('ashp')
    addSynonyms(concepts, INDEX)
    addSynonyms(concepts, INDEX)
    expect(concepts[0]?.alternatives).toEqual([
      { terms: ['ashp'], weight: 1 },
      { terms: ['heat', 'pump'], weight: 0.8, isPhrase: true },
      { terms: ['air', 'sourc'], weight: 0.8, isPhrase: true },
    ])
    const [single] = parseQuery('secondhand').concepts
    addSynonyms(single ? [single] : [], INDEX)
    expect(single?.alternatives[1]).toEqual({ terms: ['use'], weight: 0.8 })
  })
  test('gets the synonyms of other spellings of a word, but not of partial matches', () => {
    const listSynonyms = (weight: number) => {
      const { concepts } = parseQuery('preowned')
      concepts[0]?.alternatives.push({ terms: ['secondhand'], weight })
      addSynonyms(concepts, INDEX)
      return concepts[0]?.alternatives.slice(2).map(({ terms }) => terms)
    }
    expect([listSynonyms(0.95), listSynonyms(0.6), listSynonyms(0.5)]).toEqual([[['use']], [['use']], []])
  })
})
