/** Tests the alternatives to the words of a query, with a vocabulary of a few words. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { addPartialMatches } from './near-words.service.ts'
import { parseQuery, type QueryConcept } from './query-concepts.policy.ts'
import { expandQuery, findCorrection } from './query-expansion.service.ts'
import { indexSynonyms } from '#features/search/language/synonyms.policy.ts'
import { toTerm } from '#features/search/language/text-analysis.policy.ts'

let sites: TestSites
beforeAll(async () => {
  sites = await openTestSites({ content: 'empty' })
})
afterAll(() => sites.close())

/** Number of documents that contain each word. */
type Vocabulary = Record<string, number>
async function useWords(words: Vocabulary): Promise<{ db: TestSites['main']['db'] }> {
  const { db } = sites.main
  await db.deleteFrom('search_words').execute()
  const rows = Object.entries(words).map(([word, documents]) => ({ word, term: toTerm(word), documents }))
  if (rows.length > 0) await db.insertInto('search_words').values(rows).execute()
  return { db }
}

/** Formats a concept as `pump: pump 1, air sourc 0.8 side by side`. */
const describeConcept = ({ term, alternatives }: QueryConcept): string =>
  `${term}: ${alternatives.map(({ terms, weight, isPhrase }) => `${terms.join(' ')} ${weight}${isPhrase ? ' side by side' : ''}`).join(', ')}`

const GROUPS = [
  ['heat pump', 'ashp'],
  ['loft', 'attic'],
  ['second hand', 'used'],
  ['solar array', 'pv'],
]
async function expand(query: string, words: Vocabulary, isExact?: boolean): Promise<unknown[]> {
  const { concepts, corrected } = await expandQuery(await useWords(words), query, indexSynonyms(GROUPS), isExact)
  return [...concepts.map(describeConcept), ...(corrected === undefined ? [] : [{ corrected }])]
}

describe('the expansion of a query', () => {
  test.each<[string, Vocabulary, unknown[]]>([
    ['quiet pump', { quiet: 5, pump: 5 }, ['quiet: quiet 1', 'pump: pump 1']],
    ['', { quiet: 5 }, []],
    // A query that consists only of stop words keeps them.
    ['what is it', { what: 4, item: 5 }, ['what: what 1', 'is: is 1', 'it: it 1']],
    // Synonyms and words of known phrases are not corrected, even if no text contains them.
    ['ashp', { asp: 9, ashpit: 9 }, ['ashp: ashp 1, heat pump 0.8 side by side']],
    ['heat pump', { pumping: 9 }, ['heat: heat 1, ashp 0.8', 'pump: pump 1, ashp 0.8']],
    ['solar arrey', { solar: 4, array: 9 }, ['solar: solar 1, pv 0.8', 'array: arrey 1, array 0.95, pv 0.8', { corrected: 'solar array' }]],
  ])('turns %j with the vocabulary %j into %j', async (query, words, concepts) => expect(await expand(query, words)).toEqual(concepts))
})

describe('the expansion of compounds', () => {
  test.each<[string, Vocabulary, unknown[]]>([
    ['heat pump', { heat: 9, pump: 9, heatpump: 4 }, ['heat: heat 1, heatpump 1, ashp 0.8', 'pump: pump 1, heatpump 1, ashp 0.8']],
    ['pump heat', { heat: 9, pump: 9, heatpump: 4 }, ['pump: pump 1', 'heat: heat 1']],
    [
      'one two pump',
      { one: 9, two: 9, pump: 9, twopump: 3, onetwo: 3 },
      ['onetwo: onetwo 1, two 0.5, twopump 0.5', 'pump: pump 1, twopump 1'],
    ],
    // A word that the texts write only as two is split. If they also write it as one, two more frequent words are an alternative.
    ['woodstove', { wood: 5, stove: 5 }, ['wood: wood 1', 'stove: stove 1']],
    ['woodstove', { wood: 5, stove: 5, woodstove: 5 }, ['woodstov: woodstov 1']],
    ['woodstove', { wood: 5, stove: 5, woodstove: 4 }, ['woodstov: woodstov 1, wood stove 0.95 side by side']],
    ['woodstove', { wood: 5 }, ['woodstov: woodstov 1']],
    [
      'quiet woodstove works',
      { wood: 5, stove: 5, quiet: 4, works: 4 },
      ['quiet: quiet 1', 'wood: wood 1', 'stove: stove 1', 'work: work 1'],
    ],
    // The best split is the one whose rarer part is in most documents.
    ['sunspaces', { sun: 3, spaces: 9, suns: 7, paces: 7 }, ['sun: sun 1', 'pace: pace 1']],
    // A typing error is more likely than a compound of short words.
    ['carport', { car: 9, port: 9 }, ['car: car 1', 'port: port 1']],
    [
      'carport',
      { car: 9, port: 9, carpert: 1 },
      ['carpert: carport 1, car port 0.95 side by side, carpert 0.95', { corrected: 'carpert' }],
    ],
    ['woodport', { wood: 9, port: 9, woodpert: 1 }, ['wood: wood 1', 'port: port 1']],
    // A number and a word without a space between them are separated.
    ['solar9000', { solar: 5, 9000: 5 }, ['solar: solar 1', '9000: 9000 1']],
    ['500panel', { panel: 5, 500: 5 }, ['500: 500 1', 'panel: panel 1']],
    ['ab12', { ab: 5, 12: 5 }, ['ab: ab 1', '12: 12 1']],
    ['a12', { a: 5, 12: 5 }, ['a12: a12 1']],
    ['ab1', { ab: 5, 1: 5 }, ['ab1: ab1 1']],
    ['5abc', { abc: 5, 5: 5 }, ['5: 5 1', 'abc: abc 1']],
    ['5ab', { ab: 5, 5: 5 }, ['5ab: 5ab 1']],
    ['ab5cdefg', { ab5: 5, cdefg: 5 }, ['ab5cdefg: ab5cdefg 1']],
    ['ab12cde', { ab: 5, 12: 5, '12cde': 5, cde: 5, ab12: 5 }, ['ab12cde: ab12cde 1']],
    // A long word is split into three known words.
    ['heatpumpnoise', { heat: 5, pump: 5, noise: 5 }, ['heat: heat 1, ashp 0.8', 'pump: pump 1, ashp 0.8', 'nois: nois 1']],
    ['heatpumpnoise', { heat: 5, pump: 5, noise: 5, heatpumpnoise: 1 }, ['heatpumpnois: heatpumpnois 1']],
    ['heatpumpnoise', { heat: 5, pump: 5 }, ['heatpumpnois: heatpumpnois 1']],
    ['sunsetoff', { sun: 5, set: 5, off: 5 }, ['sunsetoff: sunsetoff 1']],
    ['sunsetroof', { sun: 5, set: 5, roof: 5 }, ['sun: sun 1', 'set: set 1', 'roof: roof 1']],
    ['roofsetsun', { sun: 5, set: 5, roof: 5 }, ['roof: roof 1', 'set: set 1', 'sun: sun 1']],
    ['sunseatroof', { sun: 5, seat: 5, roof: 5, suns: 9, eat: 4 }, ['sun: sun 1', 'seat: seat 1', 'roof: roof 1']],
    ['sunseatroof', { sun: 5, seat: 5, roof: 7, suns: 9, eat: 6 }, ['sun: sun 1', 'eat: eat 1', 'roof: roof 1']],
    ['suninsulationroof', { insulation: 5, sun: 5, roof: 5 }, ['sun: sun 1', 'insul: insul 1', 'roof: roof 1']],
    ['suninsulationsroof', { insulations: 5, sun: 5, roof: 5 }, ['suninsulationsroof: suninsulationsroof 1']],
    ['insulationradiatorstiles', { insulation: 5, radiators: 5, tiles: 5 }, ['insul: insul 1', 'radiat: radiat 1', 'tile: tile 1']],
    ['insulationradiatorsslates', { insulation: 5, radiators: 5, slates: 5 }, ['insulationradiatorssl: insulationradiatorssl 1']],
    // A stop word and its neighbour may be one word in the texts.
    ['in roof', { roof: 9, inroof: 3 }, ['inroof: inroof 1, roof 0.5']],
    ['plug in', { plug: 9, plugin: 3 }, ['plugin: plugin 1, plug 0.5']],
    ['in roof', { roof: 9 }, ['roof: roof 1']],
  ])('turns %j with the vocabulary %j into %j', async (query, words, concepts) => expect(await expand(query, words)).toEqual(concepts))
})

describe('the expansion of prefixes and typing errors', () => {
  test.each<[string, Vocabulary, unknown[]]>([
    ['quiet manif', { quiet: 5, manifold: 3, manifest: 4 }, ['quiet: quiet 1', 'manif: manif 1, manifest 0.75, manifold 0.75']],
    ['quiet manif ', { quiet: 5, manifold: 3 }, ['quiet: quiet 1', 'manif: manif 1, manifold 0.75']],
    ['quiet manif!', { quiet: 5, manifold: 3 }, ['quiet: quiet 1', 'manif: manif 1']],
    ['manif quiet', { quiet: 5, manifold: 3 }, ['manif: manif 1', 'quiet: quiet 1']],
    ['zo', { zoom: 5 }, ['zo: zo 1']],
    ['zoo', { zoom: 5 }, ['zoo: zoo 1, zoom 0.75']],
    [
      'tra',
      { traa: 1, trab: 2, trac: 3, trad: 4, trae: 5, traf: 6, trag: 7, trah: 8, trai: 9 },
      ['tra: tra 1, trai 0.75, trah 0.75, trag 0.75, traf 0.75, trae 0.75, trad 0.75, trac 0.75, trab 0.75'],
    ],
    // A word that is a prefix of a known word is not corrected.
    ['pumb', { pumbaa: 5, pump: 5 }, ['pumb: pumb 1, pumbaa 0.75']],
    ['pupm', { pump: 5 }, ['pump: pupm 1, pump 0.95', { corrected: 'pump' }]],
    ['heat pupm', { heat: 5, pump: 5 }, ['heat: heat 1, ashp 0.8', 'pump: pupm 1, pump 0.95, ashp 0.8', { corrected: 'heat pump' }]],
    [
      'Quiet  PUPM, in lotf?',
      { quiet: 5, pump: 5, loft: 5 },
      ['quiet: quiet 1', 'pump: pupm 1, pump 0.95', 'loft: lotf 1, loft 0.95, attic 0.8', { corrected: 'Quiet  pump, in loft?' }],
    ],
    [
      'insulatin works radiattor insulatiion',
      { insulation: 5, works: 5, radiator: 9, insulate: 1 },
      [
        'insul: insulatin 1, insul 0.95',
        'work: work 1',
        'radiat: radiattor 1, radiat 0.95',
        'insul: insulatiion 1, insul 0.95',
        { corrected: 'insulation works radiator insulation' },
      ],
    ],
    ['xmup', { pump: 5 }, ['xmup: xmup 1']],
    ['7.6kW', { '7d5kw': 5 }, ['7d6kw: 7d6kw 1, 7d6 kw 0.45 side by side']],
  ])('turns %j with the vocabulary %j into %j', async (query, words, concepts) => expect(await expand(query, words)).toEqual(concepts))

  test('corrects nothing if the exact words are requested', async () => {
    expect(await expand('pupm', { pump: 5 }, true)).toEqual(['pupm: pupm 1'])
    expect(await expand('manif', { manifold: 5 }, true)).toEqual(['manif: manif 1, manifold 0.75'])
    expect(await expand('sunsetroof', { sun: 5, set: 5, roof: 5 }, true)).toEqual(['sun: sun 1', 'set: set 1', 'roof: roof 1'])
  })

  test.each<[string, Vocabulary, string | undefined]>([
    // Corrections are ordered by fewest edits, then the same first letter, then most documents, then alphabetically.
    ['insulatoin', { insulation: 1, insulating: 90 }, 'insulation'],
    ['pump', { jump: 90, pumps: 1 }, 'pumps'],
    ['pumpe', { pumped: 2, pumper: 3, pumpet: 3 }, 'pumper'],
    ['pumpe', { pumper: 3, pumped: 2, pumpet: 4 }, 'pumpet'],
    ['pumpe', { pumpet: 3, pumper: 3 }, 'pumper'],
    ['pumpe', { pumper: 3, pumpet: 3 }, 'pumper'],
    // A correction is not too short, contains no digits, and is within the maximum edit distance.
    ['pum', { pump: 9 }, undefined],
    ['pumq', { pu: 9, pum1: 9 }, undefined],
    ['pumq', { pum: 9 }, 'pum'],
    ['pumq', { pum1: 9, pums: 1 }, 'pums'],
    ['insulatoni', { insulation: 1 }, 'insulation'],
    ['isnulatoin', { insulation: 1 }, 'insulation'],
    ['isnualtoni', { insulation: 1 }, undefined],
    ['isnulated', { insulate: 1 }, 'insulate'],
    ['lotf', { loft: 1 }, 'loft'],
    ['pmup', { pump: 1, pole: 9 }, 'pump'],
    ['lfto', { loft: 1 }, undefined],
    ['ltfo', { loft: 1 }, undefined],
  ])('corrects %j over %j to %j', async (input, words, correction) => {
    expect((await findCorrection(await useWords(words), input))?.word).toBe(correction)
  })

  test('returns a correction with its term and its number of documents', async () => {
    expect(await findCorrection(await useWords({ insulation: 7 }), 'insulatoin')).toMatchObject({
      word: 'insulation',
      term: 'insul',
      documents: 7,
    })
  })
})

describe('the expansion of rare words by their root', () => {
  test.each<[string, Vocabulary, string[]]>([
    ['placement', { place: 5 }, ['placement: placement 1, place 0.6']],
    ['placement', { place: 5, placement: 2 }, ['placement: placement 1, place 0.6']],
    ['placement', { place: 5, placement: 3 }, ['placement: placement 1']],
    // Words with the same term count together.
    ['placement', { place: 5, placement: 1, placements: 2 }, ['placement: placement 1']],
    ['renting', { rental: 5, rented: 2, renter: 4 }, ['rent: rent 1, renter 0.6, rental 0.6']],
    ['xyzed', { xyz: 5 }, ['xyze: xyze 1']],
    ['wxyzed', { wxyz: 5 }, ['wxyze: wxyze 1, wxyz 0.6']],
    // Only the first four rare words of a query get alternatives by root.
    [
      'aa bb cc dd placement',
      { aa: 1, bb: 1, cc: 1, dd: 1, place: 5 },
      ['aa: aa 1', 'bb: bb 1', 'cc: cc 1', 'dd: dd 1', 'placement: placement 1'],
    ],
    ['aa bb cc placement', { aa: 1, bb: 1, cc: 1, place: 5 }, ['aa: aa 1', 'bb: bb 1', 'cc: cc 1', 'placement: placement 1, place 0.6']],
    ['5 6 7 8 placement', { place: 5 }, ['5: 5 1', '6: 6 1', '7: 7 1', '8: 8 1', 'placement: placement 1, place 0.6']],
  ])('turns %j with the vocabulary %j into %j', async (query, words, concepts) => expect(await expand(query, words)).toEqual(concepts))

  test.each([
    [
      'ments',
      'ment',
      'ations',
      'ation',
      'ating',
      'ings',
      'ing',
      'ions',
      'ion',
      'ers',
      'er',
      'ors',
      'or',
      'ness',
      'able',
      'ible',
      'ability',
    ],
    ['ity', 'ance', 'ence', 'ful', 'less', 'ly', 'al', 'age', 'ed', 'ive', 'ist', 'ists', 'work', 'e'],
  ])('replaces the endings %s, %s and so on', async (...endings) => {
    for (const ending of endings) {
      const other = ending === 'ive' ? 'wxyzage' : 'wxyzive'
      const [concept] = await expand(`wxyz${ending}`, { [other]: 9 })
      expect(`${ending}: ${String(concept).replace(/^[^,]*, /, '')}`).toBe(`${ending}: ${toTerm(other)} 0.6`)
    }
  })
  test('finds words with every ending of a word family', async () => {
    const words = ['wxyz', 'wxyze', 'wxyzs', 'wxyzment', 'wxyzation', 'wxyzing', 'wxyzion', 'wxyzer', 'wxyzor', 'wxyzable', 'wxyzance']
    const furtherWords = ['wxyzence', 'wxyzal', 'wxyzage', 'wxyzed', 'wxyzive']
    for (const word of [...words, ...furtherWords]) {
      const [concept = ''] = await expand('wxyzibility wxyzfulness wxyzists', { [word]: 9 }).then((results) => results.slice(2))
      expect(`${word}: ${String(concept)}`).toBe(`${word}: wxyzist: wxyzist 1, ${toTerm(word)} 0.6`)
    }
  })
})

describe('partial matches', () => {
  const describePartialMatches = async (query: string, words: Vocabulary) => {
    const { concepts } = parseQuery(query)
    await addPartialMatches(await useWords(words), concepts)
    return concepts.map(describeConcept)
  }
  test.each<[string, Vocabulary, string[]]>([
    ['lanternfish', { lantern: 1, lante: 1, ternfish: 9 }, ['lanternfish: lanternfish 1, ternfish 0.3']],
    ['lanternfish', { lantern: 1, lante: 1 }, ['lanternfish: lanternfish 1, lantern 0.3']],
    ['lanterngreen', { reen: 9, green: 3 }, ['lanterngreen: lanterngreen 1, green 0.3']],
    ['lanterngreen', { reen: 9, lant: 9 }, ['lanterngreen: lanterngreen 1']],
    ['greenlantern', { gree: 9, tern: 9, green: 3 }, ['greenlantern: greenlantern 1, green 0.3']],
    // Another form of the same word adds nothing.
    ['lanterns', { lantern: 1 }, ['lantern: lantern 1']],
    ['pumps', { pump: 3, pumps: 3 }, ['pump: pump 1']],
    // A number also matches without its unit.
    ['977 kW', { 97: 4 }, ['977kw: 977kw 1, 977 kw 0.45 side by side, 977 0.3, kw 0.3']],
    ['heat', {}, ['heat: heat 1']],
  ])('are added to %j with the vocabulary %j: %j', async (query, words, concepts) =>
    expect(await describePartialMatches(query, words)).toEqual(concepts),
  )

  test('do not add a word of a phrase that is an alternative already', async () => {
    const { concepts } = parseQuery('ashp')
    concepts[0]?.alternatives.push(
      { terms: ['heat', 'pump'], weight: 0.8 },
      { terms: ['pump'], weight: 0.5 },
      { terms: ['heat', 'pump'], weight: 0.8 },
    )
    await addPartialMatches(await useWords({}), concepts)
    expect(concepts.map(describeConcept)).toEqual(['ashp: ashp 1, heat pump 0.8, pump 0.5, heat pump 0.8, heat 0.3'])
  })
})
