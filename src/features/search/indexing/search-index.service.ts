/**
 * Keeps the index in step with the published content. The database queues written items in the transaction of the write; this service reads
 * them again, and indexes or removes them. A lock allows one process per site at a time.
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

/** Queued changes per transaction; small, so that other writers do not wait long. */
const BATCH_SIZE = 10
/** Then the job yields to other jobs and to a shutdown. */
const RUN_MS = 2_000

export const collectSources = (features: AllFeatures): SearchSource[] => features().flatMap(({ search = [] }) => search)

/**
 * The job: indexes queued changes for a limited time.
 * @returns when to continue, if changes are left
 */
export async function indexChangesWithinTime(ctx: IndexContext, sources: readonly SearchSource[]): Promise<NextDue> {
  const began = Date.now()
  await prepareIndex(ctx, sources)
  const memo: TermMemo = new Map()
  for (;;) {
    const start = performance.now()
    if (!(await indexBatch(ctx, sources, memo))) break
    await yieldToOtherWork(performance.now() - start)
    if (Date.now() - began > RUN_MS) return new Date().toISOString()
  }
  await finishRebuild(ctx)
  return (await mergeIndex(ctx, began + RUN_MS)) ? undefined : new Date().toISOString()
}

/** Indexes all queued changes. */
export async function indexChanges(ctx: IndexContext, sources: readonly SearchSource[]): Promise<void> {
  await prepareIndex(ctx, sources)
  const memo: TermMemo = new Map()
  while (await indexBatch(ctx, sources, memo)) await yieldToRequests()
  await finishRebuild(ctx)
  await mergeIndex(ctx, Infinity)
}

/** Rebuilds the index while it serves searches: each document stays until it is replaced. */
export async function rebuildIndex(ctx: IndexContext, sources: readonly SearchSource[]): Promise<void> {
  await beginRebuild(ctx, sources)
  await indexChanges(ctx, sources)
}

/**
 * Requests a rebuild by the process that serves the site; it starts at the next write.
 * @returns false if the site has no index yet
 */
export async function requestIndexRebuild(ctx: Pick<Context, 'db'>): Promise<boolean> {
  if ((await queries.getIndexState(ctx)).get('version') === undefined) return false
  await queries.setIndexState(ctx, { version: REBUILD_REQUESTED })
  return true
}
/** Not a valid version of the analysis. */
const REBUILD_REQUESTED = 0

/**
 * Gives requests priority: while the process is busy, indexing uses about a third of its time and of the database's. Repeated writes to one
 * topic are meanwhile indexed together.
 */
async function yieldToOtherWork(spentMs: number): Promise<void> {
  const before = performance.eventLoopUtilization()
  await setTimeout(PROBE_MS)
  if (performance.eventLoopUtilization(before).utilization > BUSY_UTILIZATION) await setTimeout(Math.min(2 * spentMs, MAX_PAUSE_MS))
}
const PROBE_MS = 10
const BUSY_UTILIZATION = 0.3
const MAX_PAUSE_MS = 300

/** Lets pending requests run. */
const yieldToRequests = () => new Promise((resolve) => setImmediate(resolve))

/** Starts a rebuild if the analysis has changed or one was requested. For a new index everything but the pages is queued already. */
async function prepareIndex(ctx: IndexContext, sources: readonly SearchSource[]): Promise<void> {
  const version = (await queries.getIndexState(ctx)).get('version')
  if (version === ANALYSIS_VERSION) return
  buildsBegun.set(ctx.site, performance.now())
  if (version === undefined) {
    await enqueuePages(ctx, sources)
    await queries.setIndexState(ctx, { version: ANALYSIS_VERSION })
  } else await beginRebuild(ctx, sources)
}

const ENQUEUE_BATCH_SIZE = 500
const TOTALS = ['documents', 'titleLength', 'headingLength', 'summaryLength', 'bodyLength'] as const
const FIELD_TOTALS = TOTALS.slice(1)

async function beginRebuild(ctx: IndexContext, sources: readonly SearchSource[]): Promise<void> {
  const state = await queries.getIndexState(ctx)
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await enqueueEverything(trxCtx, sources)
    await wordQueries.beginWordRecount(trxCtx)
    const outgoing = TOTALS.map((key): [string, number] => [`outgoing ${key}`, state.get(key) ?? 0])
    await queries.setIndexState(trxCtx, {
      ...Object.fromEntries(outgoing),
      version: ANALYSIS_VERSION,
      generation: (state.get('generation') ?? 0) + 1,
      rebuilding: 1,
    })
  })
}

/** When this process began to build the index of a site, as a `performance.now()` timestamp. */
const buildsBegun = new WeakMap<Context['site'], number>()

/** Called when the queue is empty: logs the build, and subtracts the counts of the previous generation. */
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
    const trxCtx = { ...ctx, db }
    await wordQueries.endWordRecount(trxCtx)
    const less = TOTALS.map((key): [string, number] => [key, -(state.get(`outgoing ${key}`) ?? 0)])
    await queries.addToIndexState(trxCtx, Object.fromEntries(less))
    await queries.setIndexState(trxCtx, { rebuilding: 0 })
  })
}

/** Segments of the full-text index are merged after this many documents plus this share of all. */
const MERGED_AFTER = 500
const MERGED_AFTER_SHARE = 0.1
/** Pages per merge step; a step takes a few milliseconds. */
const MERGED_PAGES = 100

/**
 * Merges the segments of the full-text index, until a point in time (milliseconds since the epoch).
 * @returns false if the merge is not finished
 */
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
    await yieldToOtherWork(performance.now() - start)
    if (Date.now() > until) return false
  }
  await queries.setIndexState(ctx, { merging: 0, unmerged: 0 })
  return true
}

async function enqueueEverything(ctx: IndexContext, sources: readonly SearchSource[]): Promise<void> {
  for (const { kind, listIds } of sources)
    for (let after = 0; ;) {
      const ids = await listIds(ctx, after, ENQUEUE_BATCH_SIZE)
      await changeQueries.insertChanges(ctx, kind, ids)
      const last = ids.at(-1)
      if (last === undefined) break
      after = last
    }
  // Stale documents: their item was deleted, or no feature contributes the kind any more.
  for (let after = 0; ;) {
    const stored = await queries.listIndexedItems(ctx, after, ENQUEUE_BATCH_SIZE)
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

/** Queues items that come with the software: they have no rows whose writes the database would queue. */
async function enqueuePages(ctx: IndexContext, sources: readonly SearchSource[]): Promise<void> {
  for (const { kind, listIds, hasNoRows } of sources)
    if (hasNoRows) await changeQueries.insertChanges(ctx, kind, await listIds(ctx, 0, ENQUEUE_BATCH_SIZE))
}

/** @returns whether there may be more */
async function indexBatch(ctx: IndexContext, sources: readonly SearchSource[], memo: TermMemo): Promise<boolean> {
  if ((await changeQueries.listChanges(ctx, 1)).length === 0) return false
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await queries.lockIndex(trxCtx)
    const generation = (await queries.getIndexState(trxCtx)).get('generation') ?? 0
    const changes = await changeQueries.listChanges(trxCtx, BATCH_SIZE)
    const counts = new Counts()
    const done: number[] = []
    for (const [kind, ofKind] of Map.groupBy(changes, (change) => change.kind)) {
      const ids = [...new Set(ofKind.map(({ subjectId }) => subjectId))]
      const source = sources.find((one) => one.kind === kind)
      // Read before the items are: later changes stay queued.
      done.push(...(await changeQueries.listChangeIdsOf(trxCtx, kind, ids)))
      await indexItems(trxCtx, { kind, source, ids, generation, counts, memo })
    }
    await counts.save(trxCtx)
    await changeQueries.deleteChanges(trxCtx, done)
    return changes.length > 0
  })
}

interface ItemBatch {
  kind: string
  source: SearchSource | undefined
  ids: readonly number[]
  generation: number
  counts: Counts
  memo: TermMemo
}

async function indexItems(ctx: IndexContext, { kind, source, ids, generation, counts, memo }: ItemBatch): Promise<void> {
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

/** Sums up what a batch adds to the vocabulary and to the totals of the index. */
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
