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
import { computeRatingQuality } from '#features/search/ranking/ranking.policy.ts'
import type { SearchSource } from '#features/search/search.context.ts'
import * as queries from './search-index.queries.ts'
import * as changeQueries from './search-changes.queries.ts'
import * as wordQueries from '#features/search/administration/search-words.queries.ts'
import { ANALYSIS_VERSION, type TermMemo } from '#features/search/language/text-analysis.policy.ts'

type IndexContext = Pick<Context, 'db' | 'site' | 'log'>

/** Queued changes per transaction; small, so that other writers do not wait long. */
const BATCH_SIZE = 10
/** A run of the job ends after this time, so that other jobs and a shutdown do not wait for it. */
const RUN_MS = 2_000

export const collectSources = (features: AllFeatures): SearchSource[] => features().flatMap(({ search = [] }) => search)

/**
 * Runs as a job: indexes queued changes for a limited time.
 * @returns the current time if changes or a merge are left, undefined if not
 */
export async function indexChangesWithinTime(ctx: IndexContext, sources: readonly SearchSource[]): Promise<NextDue> {
  const startedAtMs = Date.now()
  await prepareIndex(ctx, sources)
  const memo: TermMemo = new Map()
  for (;;) {
    const batchStart = performance.now()
    if (!(await indexBatch(ctx, sources, memo))) break
    await yieldToOtherWork(performance.now() - batchStart)
    if (Date.now() - startedAtMs > RUN_MS) return new Date().toISOString()
  }
  await finishRebuild(ctx)
  return (await mergeIndex(ctx, startedAtMs + RUN_MS)) ? undefined : new Date().toISOString()
}

/** Indexes all queued changes without a time limit, and merges the index if that is due. */
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
/** Stored instead of the analysis version, which is never 0. */
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

/** Yields to the event loop, so that pending requests run. */
const yieldToRequests = () => new Promise((resolve) => setImmediate(resolve))

/** Starts a rebuild if the analysis has changed or one was requested. For a new index, triggers have queued all items but the built-in pages. */
async function prepareIndex(ctx: IndexContext, sources: readonly SearchSource[]): Promise<void> {
  const version = (await queries.getIndexState(ctx)).get('version')
  if (version === ANALYSIS_VERSION) return
  buildStarts.set(ctx.site, performance.now())
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
    await enqueueAllItems(trxCtx, sources)
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

/** Start of the current index build of each site in this process, as a `performance.now()` timestamp. */
const buildStarts = new WeakMap<Context['site'], number>()

/** Called when the queue is empty: logs the build, and subtracts the counts of the previous generation after a rebuild. */
async function finishRebuild(ctx: IndexContext): Promise<void> {
  const state = await queries.getIndexState(ctx)
  const buildStart = buildStarts.get(ctx.site)
  if (buildStart !== undefined) {
    buildStarts.delete(ctx.site)
    const durationMs = Math.round(performance.now() - buildStart)
    ctx.log.info({ site: ctx.site.id, documents: state.get('documents') ?? 0, durationMs }, 'search index built')
  }
  if (state.get('rebuilding') !== 1) return
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await wordQueries.endWordRecount(trxCtx)
    const decrements = TOTALS.map((key): [string, number] => [key, -(state.get(`outgoing ${key}`) ?? 0)])
    await queries.addToIndexState(trxCtx, Object.fromEntries(decrements))
    await queries.setIndexState(trxCtx, { rebuilding: 0 })
  })
}

/** The segments of the full-text index are merged after writes of this many documents plus this share of all documents. */
const MERGE_AFTER_DOCUMENTS = 500
const MERGE_AFTER_SHARE = 0.1
/** Database pages per merge step; a step takes a few milliseconds. */
const PAGES_PER_MERGE_STEP = 100

/**
 * Merges the segments of the full-text index if enough documents were written since the last merge.
 * @param until time at which to stop, in milliseconds since the epoch
 * @returns false if the merge is not finished
 */
async function mergeIndex(ctx: IndexContext, until: number): Promise<boolean> {
  const state = await queries.getIndexState(ctx)
  if ((state.get('unmerged') ?? 0) < MERGE_AFTER_DOCUMENTS + MERGE_AFTER_SHARE * (state.get('documents') ?? 0)) return true
  let hasBegun = state.get('merging') === 1
  for (;;) {
    const stepStart = performance.now()
    const hasMore = await mergeFullTextIndex(ctx.db, { pages: PAGES_PER_MERGE_STEP, isFirst: !hasBegun })
    if (!hasMore) break
    if (!hasBegun) await queries.setIndexState(ctx, { merging: 1 })
    hasBegun = true
    await yieldToOtherWork(performance.now() - stepStart)
    if (Date.now() > until) return false
  }
  await queries.setIndexState(ctx, { merging: 0, unmerged: 0 })
  return true
}

async function enqueueAllItems(ctx: IndexContext, sources: readonly SearchSource[]): Promise<void> {
  for (const { kind, listIds } of sources)
    for (let after = 0; ;) {
      const ids = await listIds(ctx, after, ENQUEUE_BATCH_SIZE)
      await changeQueries.insertChanges(ctx, kind, ids)
      const lastId = ids.at(-1)
      if (lastId === undefined) break
      after = lastId
    }
  // Queues stale documents as well: their item was deleted, or no feature contributes their kind any more.
  for (let after = 0; ;) {
    const indexedItems = await queries.listIndexedItems(ctx, after, ENQUEUE_BATCH_SIZE)
    for (const [kind, itemsOfKind] of Map.groupBy(indexedItems, (item) => item.kind))
      await changeQueries.insertChanges(
        ctx,
        kind,
        itemsOfKind.map(({ subjectId }) => subjectId),
      )
    const lastItem = indexedItems.at(-1)
    if (!lastItem) break
    after = lastItem.id
  }
}

/** Queues the items that come with the software: no trigger queues them, because they are not database rows. */
async function enqueuePages(ctx: IndexContext, sources: readonly SearchSource[]): Promise<void> {
  for (const { kind, listIds, hasNoRows } of sources)
    if (hasNoRows) await changeQueries.insertChanges(ctx, kind, await listIds(ctx, 0, ENQUEUE_BATCH_SIZE))
}

/** Indexes one batch of queued changes. @returns false if the queue is empty */
async function indexBatch(ctx: IndexContext, sources: readonly SearchSource[], memo: TermMemo): Promise<boolean> {
  if ((await changeQueries.listChanges(ctx, 1)).length === 0) return false
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await queries.lockIndex(trxCtx)
    const generation = (await queries.getIndexState(trxCtx)).get('generation') ?? 0
    const changes = await changeQueries.listChanges(trxCtx, BATCH_SIZE)
    const counts = new BatchCounts()
    const indexedChangeIds: number[] = []
    for (const [kind, changesOfKind] of Map.groupBy(changes, (change) => change.kind)) {
      const ids = [...new Set(changesOfKind.map(({ subjectId }) => subjectId))]
      const source = sources.find((candidate) => candidate.kind === kind)
      // The change ids are read before the items, so that changes written later stay queued.
      indexedChangeIds.push(...(await changeQueries.listChangeIdsOf(trxCtx, kind, ids)))
      await indexItems(trxCtx, { kind, source, ids, generation, counts, memo })
    }
    await counts.save(trxCtx)
    await changeQueries.deleteChanges(trxCtx, indexedChangeIds)
    return changes.length > 0
  })
}

interface ItemBatch {
  kind: string
  source: SearchSource | undefined
  ids: readonly number[]
  generation: number
  counts: BatchCounts
  memo: TermMemo
}

async function indexItems(ctx: IndexContext, { kind, source, ids, generation, counts, memo }: ItemBatch): Promise<void> {
  const documents = source ? await source.find(ctx, ids) : []
  const storedDocuments = await queries.listStoredDocuments(ctx, kind, ids)
  const foundIds = new Set(documents.map(({ id }) => id))
  for (const storedDocument of storedDocuments)
    if (storedDocument.generation === generation) counts.add(analyseDocument(storedDocument, memo), -1)
  await queries.deleteDocuments(
    ctx,
    storedDocuments.filter(({ subjectId }) => !foundIds.has(subjectId)).map(({ id }) => id),
  )
  for (const document of documents) {
    const { title, headings = '', summary = '', body, category = null, rating } = document
    const analysed = analyseDocument({ kind, subjectId: document.id, title, headings, summary, body, category }, memo)
    counts.add(analysed, 1)
    const quality = document.quality ?? (rating ? computeRatingQuality(rating.average, rating.count) : 0)
    await queries.saveDocument(ctx, kind, document, { quality, terms: analysed.terms, generation })
  }
}

/** Sums up the changes of a batch to the vocabulary and to the totals of the index. */
class BatchCounts {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- one object for each batch
  readonly #words: Map<string, wordQueries.WordCount> = new Map()
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- as above
  readonly #totals: Record<string, number> = {}

  add({ words, lengths }: DocumentTerms, sign: 1 | -1): void {
    for (const [word, term] of words) {
      const count = this.#words.get(word)
      if (count) count.documents += sign
      else this.#words.set(word, { word, term, documents: sign })
    }
    this.#addTotal('documents', sign)
    if (sign === 1) this.#addTotal('unmerged', 1)
    for (const [index, key] of FIELD_TOTALS.entries()) this.#addTotal(key, sign * (lengths[index] ?? 0))
  }

  async save(ctx: IndexContext): Promise<void> {
    const changed = [...this.#words.values()].filter(({ documents }) => documents !== 0)
    await wordQueries.addWordCounts(
      ctx,
      changed.toSorted((a, b) => (a.word < b.word ? -1 : 1)),
    )
    await queries.addToIndexState(ctx, this.#totals)
  }

  #addTotal(key: string, increment: number): void {
    this.#totals[key] = (this.#totals[key] ?? 0) + increment
  }
}
