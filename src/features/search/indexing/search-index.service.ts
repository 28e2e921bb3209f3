/**
 * Keeps the index true to what is published. What was written is noted by the database in the same transaction; here it is read again and put
 * into the index, or taken out of it. One process at a time does so for a site.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { mergeFullTextIndex } from '#db/search/full-text.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import type { NextDue } from '#platform/jobs/jobs.ts'
import type { Context } from '#platform/contract/context.ts'
import { analyseDocument, type DocumentTerms } from '#features/search/ranking/document-terms.policy.ts'
import { ratingQuality } from '#features/search/ranking/ranking.policy.ts'
import type { SearchSource } from '#features/search/search.context.ts'
import * as queries from './search-index.queries.ts'
import * as changeQueries from './search-changes.queries.ts'
import * as wordQueries from '#features/search/administration/search-words.queries.ts'
import { ANALYSIS_VERSION, type TermMemo } from '#features/search/language/text-analysis.policy.ts'

type IndexContext = Pick<Context, 'db' | 'site' | 'log'>

/** So many are put in within one transaction: nobody waits long for its end. */
const BATCH = 10
/** Then others come in between, and the server may stop. */
const RUN_MS = 2_000

export const collectSources = (features: AllFeatures): SearchSource[] => features().flatMap(({ search = [] }) => search)

/** The job: what waits, for a while. @returns when it wants to go on, if something still waits */
export async function indexChangesWithinTime(ctx: IndexContext, sources: readonly SearchSource[]): Promise<NextDue> {
  const began = Date.now()
  await prepareIndex(ctx, sources)
  const memo: TermMemo = new Map()
  for (;;) {
    const start = performance.now()
    if (!(await indexBatch(ctx, sources, memo))) break
    await giveWay(performance.now() - start)
    if (Date.now() - began > RUN_MS) return new Date().toISOString()
  }
  await finishRebuild(ctx)
  return (await mergeIndex(ctx, began + RUN_MS)) ? undefined : new Date().toISOString()
}

/** All that waits, to the end. */
export async function indexChanges(ctx: IndexContext, sources: readonly SearchSource[]): Promise<void> {
  await prepareIndex(ctx, sources)
  const memo: TermMemo = new Map()
  while (await indexBatch(ctx, sources, memo)) await breathe()
  await finishRebuild(ctx)
  await mergeIndex(ctx, Infinity)
}

/** Makes all of it anew while it serves: what is there stays until its turn has come. */
export async function rebuildIndex(ctx: IndexContext, sources: readonly SearchSource[]): Promise<void> {
  await beginRebuild(ctx, sources)
  await indexChanges(ctx, sources)
}

/** Whoever serves the site makes its index anew when it next hears of a write there. @returns false where there is none to make anew */
export async function requestIndexRebuild(ctx: Pick<Context, 'db'>): Promise<boolean> {
  if ((await queries.getIndexState(ctx)).get('version') === undefined) return false
  await queries.setIndexState(ctx, { version: ASKED })
  return true
}
/** No version of the analysis. */
const ASKED = 0

/**
 * What people write and read goes first: where this process has other work, the index takes a third of its time and of the database's, and what
 * is written to one topic again and again is put in together.
 */
async function giveWay(spentMs: number): Promise<void> {
  const before = performance.eventLoopUtilization()
  await setTimeout(LOOK_MS)
  if (performance.eventLoopUtilization(before).utilization > MUCH_OTHER_WORK) await setTimeout(Math.min(2 * spentMs, LONGEST_REST_MS))
}
const LOOK_MS = 10
const MUCH_OTHER_WORK = 0.3
const LONGEST_REST_MS = 300

/** Lets requests come in between. */
const breathe = () => new Promise((resolve) => setImmediate(resolve))

/** A new index has everything waiting already; one whose terms were made otherwise is made anew, and so is one of which that was asked. */
async function prepareIndex(ctx: IndexContext, sources: readonly SearchSource[]): Promise<void> {
  const version = (await queries.getIndexState(ctx)).get('version')
  if (version === ANALYSIS_VERSION) return
  buildsBegun.set(ctx.site, performance.now())
  if (version === undefined) {
    await notePages(ctx, sources)
    await queries.setIndexState(ctx, { version: ANALYSIS_VERSION })
  } else await beginRebuild(ctx, sources)
}

const NOTED_AT_ONCE = 500
const TOTALS = ['documents', 'titleLength', 'headingLength', 'summaryLength', 'bodyLength'] as const
const FIELD_TOTALS = TOTALS.slice(1)

async function beginRebuild(ctx: IndexContext, sources: readonly SearchSource[]): Promise<void> {
  const state = await queries.getIndexState(ctx)
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await noteEverything(inside, sources)
    await wordQueries.beginWordRecount(inside)
    const outgoing = TOTALS.map((key): [string, number] => [`outgoing ${key}`, state.get(key) ?? 0])
    await queries.setIndexState(inside, {
      ...Object.fromEntries(outgoing),
      version: ANALYSIS_VERSION,
      generation: (state.get('generation') ?? 0) + 1,
      rebuilding: 1,
    })
  })
}

/** By site: when this process began to build its index, as `performance.now()` has it. */
const buildsBegun = new WeakMap<Context['site'], number>()

/** When nothing waits any more: what the generation before had counted goes. */
async function finishRebuild(ctx: IndexContext): Promise<void> {
  const state = await queries.getIndexState(ctx)
  const began = buildsBegun.get(ctx.site)
  if (began !== undefined) {
    buildsBegun.delete(ctx.site)
    const durationMs = Math.round(performance.now() - began)
    ctx.log.info({ site: ctx.site.id, documents: state.get('documents') ?? 0, durationMs }, 'search index built')
  }
  if (state.get('rebuilding') !== 1) return
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await wordQueries.endWordRecount(inside)
    const less = TOTALS.map((key): [string, number] => [key, -(state.get(`outgoing ${key}`) ?? 0)])
    await queries.addToIndexState(inside, Object.fromEntries(less))
    await queries.setIndexState(inside, { rebuilding: 0 })
  })
}

/** After so many documents, and so great a part of all, the index is put into one piece. */
const MERGED_AFTER = 500
const MERGED_AFTER_SHARE = 0.1
/** Some milliseconds each. */
const MERGED_PAGES = 100

/** @returns whether it is done, or there is nothing to do; what is left at `until` is for the next time */
async function mergeIndex(ctx: IndexContext, until: number): Promise<boolean> {
  const state = await queries.getIndexState(ctx)
  if ((state.get('unmerged') ?? 0) < MERGED_AFTER + MERGED_AFTER_SHARE * (state.get('documents') ?? 0)) return true
  let isBegun = state.get('merging') === 1
  for (;;) {
    const start = performance.now()
    const isMore = await mergeFullTextIndex(ctx.db, { pages: MERGED_PAGES, isFirst: !isBegun })
    if (!isMore) break
    if (!isBegun) await queries.setIndexState(ctx, { merging: 1 })
    isBegun = true
    await giveWay(performance.now() - start)
    if (Date.now() > until) return false
  }
  await queries.setIndexState(ctx, { merging: 0, unmerged: 0 })
  return true
}

async function noteEverything(ctx: IndexContext, sources: readonly SearchSource[]): Promise<void> {
  for (const { kind, listIds } of sources)
    for (let after = 0; ;) {
      const ids = await listIds(ctx, after, NOTED_AT_ONCE)
      await changeQueries.insertChanges(ctx, kind, ids)
      const last = ids.at(-1)
      if (last === undefined) break
      after = last
    }
  // What should not be there at all: its thing is gone, or nobody gives it any more.
  for (let after = 0; ;) {
    const stored = await queries.listIndexedThings(ctx, after, NOTED_AT_ONCE)
    for (const [kind, ofKind] of Map.groupBy(stored, (one) => one.kind))
      await changeQueries.insertChanges(
        ctx,
        kind,
        ofKind.map(({ subjectId }) => subjectId),
      )
    const last = stored.at(-1)
    if (!last) break
    after = last.id
  }
}

/** Things that come with the software have no rows whose writing would be noted. */
async function notePages(ctx: IndexContext, sources: readonly SearchSource[]): Promise<void> {
  for (const { kind, listIds, hasNoRows } of sources)
    if (hasNoRows) await changeQueries.insertChanges(ctx, kind, await listIds(ctx, 0, NOTED_AT_ONCE))
}

/** @returns whether there may be more */
async function indexBatch(ctx: IndexContext, sources: readonly SearchSource[], memo: TermMemo): Promise<boolean> {
  if ((await changeQueries.listChanges(ctx, 1)).length === 0) return false
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await queries.lockIndex(inside)
    const generation = (await queries.getIndexState(inside)).get('generation') ?? 0
    const changes = await changeQueries.listChanges(inside, BATCH)
    const counts = new Counts()
    const done: number[] = []
    for (const [kind, ofKind] of Map.groupBy(changes, (change) => change.kind)) {
      const ids = [...new Set(ofKind.map(({ subjectId }) => subjectId))]
      const source = sources.find((one) => one.kind === kind)
      // Read before the things are: what is noted after that is for the next time.
      done.push(...(await changeQueries.listChangeIdsOf(inside, kind, ids)))
      await indexThings(inside, { kind, source, ids, generation, counts, memo })
    }
    await counts.save(inside)
    await changeQueries.deleteChanges(inside, done)
    return changes.length > 0
  })
}

interface Things {
  kind: string
  source: SearchSource | undefined
  ids: readonly number[]
  generation: number
  counts: Counts
  memo: TermMemo
}

async function indexThings(ctx: IndexContext, { kind, source, ids, generation, counts, memo }: Things): Promise<void> {
  const documents = source ? await source.find(ctx, ids) : []
  const stored = await queries.listStoredDocuments(ctx, kind, ids)
  const found = new Set(documents.map(({ id }) => id))
  for (const old of stored) if (old.generation === generation) counts.add(analyseDocument(old, memo), -1)
  await queries.deleteDocuments(
    ctx,
    stored.filter(({ subjectId }) => !found.has(subjectId)).map(({ id }) => id),
  )
  for (const document of documents) {
    const { title, headings = '', summary = '', body, category = null, rating } = document
    const analysed = analyseDocument({ kind, subjectId: document.id, title, headings, summary, body, category }, memo)
    counts.add(analysed, 1)
    const quality = document.quality ?? (rating ? ratingQuality(rating.average, rating.count) : 0)
    await queries.saveDocument(ctx, kind, document, { quality, terms: analysed.terms, generation })
  }
}

/** What documents add to the vocabulary and to what is known of all. */
class Counts {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- one object for each run
  readonly #words: Map<string, wordQueries.WordCount> = new Map()
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- as above
  readonly #totals: Record<string, number> = {}

  add({ words, lengths }: DocumentTerms, sign: 1 | -1): void {
    for (const [word, term] of words) {
      const known = this.#words.get(word)
      if (known) known.documents += sign
      else this.#words.set(word, { word, term, documents: sign })
    }
    this.#addTotal('documents', sign)
    if (sign === 1) this.#addTotal('unmerged', 1)
    for (const [at, key] of FIELD_TOTALS.entries()) this.#addTotal(key, sign * (lengths[at] ?? 0))
  }

  async save(ctx: IndexContext): Promise<void> {
    const changed = [...this.#words.values()].filter(({ documents }) => documents !== 0)
    await wordQueries.addWordCounts(
      ctx,
      changed.toSorted((a, b) => (a.word < b.word ? -1 : 1)),
    )
    await queries.addToIndexState(ctx, this.#totals)
  }

  #addTotal(key: string, added: number): void {
    this.#totals[key] = (this.#totals[key] ?? 0) + added
  }
}
