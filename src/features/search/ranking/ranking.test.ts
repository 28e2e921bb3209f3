/** Tests the order of results and the choice of candidates, with an index of a few documents. */
import { describe, expect, test } from 'vitest'
import { ctx, fill, KINDS, rank, type Texts, TREES, useSmallIndex } from '#tests/support/small-index.ts'
import { findCandidateIds } from './candidates.service.ts'
import { analyseDocument } from './document-terms.policy.ts'
import { parseQuery } from '#features/search/query/query-concepts.policy.ts'
import { rankDocuments } from './ranking.service.ts'

useSmallIndex()

describe('ranking', () => {
  test.each<[string, Texts[], string, string[]]>([
    ['finds nothing for stop words that no title has', [{ title: 'Pump' }], ' of the ', []],
    ['finds nothing for an unknown word', [{ title: 'Pump' }], 'zeppelin', []],
    ['puts a match in the title first', [{ title: 'Noise', body: 'A pump' }, { title: 'Pump noise' }], 'pump', ['Pump noise', 'Noise']],
    [
      'orders equal matches by kind, then latest first',
      [{ title: 'Pump elm' }, { title: 'Pump fir' }, { title: 'Pump oak', kind: 'other' }, { title: 'Pump yew' }],
      'pump',
      ['Pump yew', 'Pump fir', 'Pump elm'],
    ],
    [
      'adds documents with one of two words if few have both',
      [{ title: 'Quiet' }, { title: 'Pump' }, { title: 'Quiet pump' }],
      'quiet pump',
      ['Quiet pump', 'Pump', 'Quiet'],
    ],
    [
      'does not add documents with one of two words if six have both',
      TREES.map((tree): Texts => ({ title: `Quiet pump ${tree}` })).concat([
        { title: 'Kettle', body: 'quiet' },
        { title: 'Lamp', body: 'pump' },
      ]),
      'quiet pump',
      TREES.map((tree) => `Quiet pump ${tree}`).toReversed(),
    ],
    [
      'adds documents with one of two words if five have both',
      TREES.slice(1)
        .map((tree): Texts => ({ title: `Quiet pump ${tree}` }))
        .concat([
          { title: 'Kettle', body: 'quiet' },
          { title: 'Lamp', body: 'pump' },
        ]),
      'quiet pump',
      [
        ...TREES.slice(1)
          .map((tree) => `Quiet pump ${tree}`)
          .toReversed(),
        'Lamp',
        'Kettle',
      ],
    ],
    [
      'drops documents with one of four words, unless it is in the title',
      [
        { title: 'Kettle', body: 'copper slate timber granite' },
        { title: 'Chimney', body: 'copper slate' },
        { title: 'Timber' },
        { title: 'Gutter', body: 'granite' },
      ],
      'copper slate timber granite',
      ['Kettle', 'Timber', 'Chimney'],
    ],
  ])('%s', async (_behaviour, documents, query, titles) => {
    await fill(documents)
    expect(await rank(query)).toEqual(titles)
  })

  test('filters by kind and category, and orders equal matches by kind', async () => {
    await fill([
      { title: 'Pump', category: 'heat-pumps', id: 1 },
      { title: 'Pump', kind: 'topic', category: 'solar', id: 2 },
      { title: 'Pump', kind: 'article', category: 'heat-pumps', id: 3 },
    ])
    const rankKinds = async (options: object) =>
      (await rankDocuments(ctx, 'pump', { kinds: KINDS, ...options })).documents.map(({ kind }) => kind)
    expect(await rankKinds({})).toEqual(['article', 'expert', 'topic'])
    expect(await rankKinds({ category: 'heat-pumps' })).toEqual(['article', 'expert'])
    expect(await rankKinds({ category: 'nowhere' })).toEqual([])
    expect(await rankKinds({ kinds: ['topic', 'expert'] })).toEqual(['expert', 'topic'])
  })

  test('puts pinned pages of the requested kinds first, in pin order and without duplicates', async () => {
    await fill([{ title: 'Pump elm' }, { title: 'Kettle' }, { title: 'Pump fir' }, { title: 'Lamp', kind: 'topic', id: 4 }])
    const insertPin = (query: string, url: string) =>
      ctx.db.insertInto('search_pins').values({ query, url, created_at: '2026-01-01T00:00:00.000Z' }).execute()
    for (const url of ['/topic/4', '/nowhere', '/expert/2', '/expert/1']) await insertPin('pump', url)
    expect(await rank('Pump')).toEqual(['Lamp', 'Kettle', 'Pump elm', 'Pump fir'])
    expect(await rank('Pump', { kinds: ['expert'] })).toEqual(['Kettle', 'Pump elm', 'Pump fir'])
    expect((await rankDocuments(ctx, 'pump', { kinds: KINDS })).documents.map(({ score }) => Number.isFinite(score))).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect(await rank('pumps')).toEqual(['Pump fir', 'Pump elm'])
    await insertPin('of the', '/expert/1')
    expect(await rank('of the')).toEqual(['Pump elm'])
  })

  test('corrects a word and reports the correction, unless the exact words are requested', async () => {
    await fill([{ title: 'Insulation' }])
    expect(await rankDocuments(ctx, 'insulatoin', { kinds: KINDS })).toMatchObject({
      corrected: 'insulation',
      documents: [{ title: 'Insulation' }],
    })
    expect(await rankDocuments(ctx, 'insulatoin', { kinds: KINDS, isExact: true })).not.toHaveProperty('corrected')
    expect(await rank('insulatoin', { isExact: true })).toEqual([])
    expect(await rank('insulationfish')).toEqual([])
    expect(await rank('insulationfish', { allowsPartialMatches: true })).toEqual(['Insulation'])
    expect(await rankDocuments(ctx, '', { kinds: KINDS })).toEqual({ documents: [], concepts: [] })
  })
})

describe('candidates', () => {
  /** Stores documents without word counts, which do not matter here. */
  async function store(documents: readonly Texts[]): Promise<void> {
    const rows = documents.map(({ kind = 'expert', title, body = '', category = null }, index) => ({
      kind,
      subject_id: index + 1,
      url: `/${kind}/${index + 1}`,
      title,
      headings: '',
      summary: '',
      body,
      category,
      date: null,
      rating_average: null,
      rating_count: null,
      quality: 0,
      terms: analyseDocument({ kind, subjectId: index + 1, title, headings: '', summary: '', body, category }).terms,
      generation: 0,
    }))
    for (let offset = 0; offset < rows.length; offset += 100)
      await ctx.db
        .insertInto('search_documents')
        .values(rows.slice(offset, offset + 100))
        .execute()
  }
  const findSubjectIds = async (
    query: string,
    { kinds = KINDS, category, weights = [] }: { kinds?: string[]; category?: string; weights?: number[] } = {},
  ) => {
    const concepts = parseQuery(query).concepts.map((concept, index) => ({ concept, weight: weights[index] ?? 1, alternativeWeights: [] }))
    const ids = await findCandidateIds(ctx, concepts, { kinds, category })
    const rows = await ctx.db.selectFrom('search_documents').select(['id', 'subject_id']).execute()
    const subjectIdById = new Map(rows.map(({ id, subject_id }) => [id, subject_id]))
    return ids.map((id) => subjectIdById.get(id) ?? 0)
  }
  const findSortedSubjectIds = async (...args: Parameters<typeof findSubjectIds>) =>
    (await findSubjectIds(...args)).toSorted((a, b) => a - b)
  const makeRange = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const repeat = (count: number, texts: Texts): Texts[] => Array.from({ length: count }, () => texts)

  test('are documents with all words of the query and, if these are few, with some of them', async () => {
    await store([...repeat(29, { title: 'quiet pump' }), { title: 'quiet' }, { title: 'pump' }, { title: 'kettle' }])
    expect(await findSubjectIds('')).toEqual([])
    expect(await findSortedSubjectIds('quiet pump')).toEqual(makeRange(1, 31))
    expect(await findSortedSubjectIds('kettle lamp')).toEqual([32])
    expect(await findSortedSubjectIds('lamp')).toEqual([])
    await store([])
    await ctx.db.updateTable('search_documents').set({ terms: ' qkexpert \n quiet pump \n' }).where('subject_id', '=', 32).execute()
    expect(await findSortedSubjectIds('quiet pump')).toEqual([...makeRange(1, 29), 32])
  })

  test('also have two of three words if few have all, and one if few have two', async () => {
    await store([...repeat(30, { title: 'copper slate' }), { title: 'copper timber' }, { title: 'slate' }])
    expect(await findSortedSubjectIds('copper slate timber')).toEqual(makeRange(1, 31))
    expect(await findSortedSubjectIds('copper lamp timber')).toEqual(makeRange(1, 31))
    expect(await findSortedSubjectIds('lamp slate timber')).toEqual(makeRange(1, 32))
  })

  test('match one of the six words with the largest weights of a long query', async () => {
    await store(['alder', 'birch', 'cedar', 'douglas', 'elder', 'fir', 'ginkgo'].map((title) => ({ title })))
    const query = 'alder birch cedar douglas elder fir ginkgo'
    expect(await findSortedSubjectIds(query)).toEqual(makeRange(1, 6))
    expect(await findSortedSubjectIds(query, { weights: [1, 1, 1, 1, 1, 1, 2] })).toEqual([...makeRange(1, 5), 7])
    expect(await findSortedSubjectIds(query, { weights: [1, 1, 0.5] })).toEqual([1, 2, 4, 5, 6, 7])
  })

  test('match any alternative of a word, and all words of a phrase', async () => {
    await store([{ title: 'solar array' }, { title: 'solar' }, { title: 'panel' }])
    const [concept] = parseQuery('pv').concepts
    const countCandidates = async (...alternatives: string[][]) => {
      const expanded = { ...concept!, alternatives: alternatives.map((terms) => ({ terms, weight: 1 })) }
      return (await findCandidateIds(ctx, [{ concept: expanded, weight: 1, alternativeWeights: [] }], { kinds: KINDS })).length
    }
    expect(await countCandidates(['pv'], ['solar', 'array'])).toBe(1)
    expect(await countCandidates(['solar', 'array'], ['solar'])).toBe(2)
    expect(await countCandidates(['solar'], ['solar', 'array'])).toBe(2)
    expect(await countCandidates(['solar', 'array'], ['array', 'solar'])).toBe(1)
    expect(await countCandidates(['panel'], ['panel'], ['solar', 'array'])).toBe(2)
  })

  test('are limited per kind if very many match: those with the words in the title first, then the latest', async () => {
    await store([
      ...repeat(5, { title: 'pump', kind: 'article', category: 'solar' }),
      ...repeat(2, { title: 'kettle', body: 'pump', kind: 'topic' }),
      ...repeat(200, { title: 'lamp', body: 'pump', kind: 'article' }),
      ...repeat(92, { title: 'lamp', body: 'pump', kind: 'expert', category: 'solar' }),
    ])
    // The number of matches is one below the limit, so all are candidates.
    expect(await findSortedSubjectIds('pump')).toEqual(makeRange(1, 299))
    await store([])
    const otherDocument = {
      kind: 'topic',
      subject_id: 300,
      url: '/topic/300',
      title: 'x',
      headings: '',
      summary: '',
      body: '',
      category: null,
      date: null,
    }
    await ctx.db
      .insertInto('search_documents')
      .values({
        ...otherDocument,
        rating_average: null,
        rating_count: null,
        quality: 0,
        terms: ' qktopic \n lamp \n\n\n pump \n\n',
        generation: 0,
      })
      .execute()
    const latest = {
      expert: makeRange(220, 299).toReversed(),
      article: [5, 4, 3, 2, 1, ...makeRange(133, 207).toReversed()],
      topic: [300, 7, 6],
    }
    expect(await findSubjectIds('pump')).toEqual([...latest.expert, ...latest.article, ...latest.topic])
    const kinds = ['user', 'topic', 'article', 'expert']
    expect(await findSubjectIds('pump', { kinds })).toEqual([...latest.topic, ...latest.article, ...latest.expert])
    expect(await findSortedSubjectIds('pump', { category: 'solar' })).toEqual([...makeRange(1, 5), ...makeRange(208, 299)])
    expect(await findSortedSubjectIds('pump lamp')).toEqual(makeRange(8, 300))
  })

  test('are the latest of each kind if very many documents have the words in the title', async () => {
    await store([
      ...repeat(5, { title: 'pump', kind: 'article' }),
      ...repeat(40, { title: 'pump', kind: 'topic' }),
      ...repeat(300, { title: 'pump', kind: 'expert' }),
      ...repeat(100, { title: 'x', body: 'pump', kind: 'article' }),
    ])
    expect(await findSubjectIds('pump')).toEqual([
      ...makeRange(266, 345).toReversed(),
      5,
      4,
      3,
      2,
      1,
      ...makeRange(371, 445).toReversed(),
      ...makeRange(6, 45).toReversed(),
    ])
  })
})
