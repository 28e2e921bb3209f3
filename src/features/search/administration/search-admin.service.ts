/** Manages search statistics, synonyms and pinned pages, for administrators. */
import { recordAudit } from '#features/audit/audit.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { unpagedList, type ListResult } from '#platform/contract/endpoint.ts'
import { badRequest, conflict, notFound } from '#platform/contract/errors.ts'
import { addMs, type NextDue } from '#platform/jobs/jobs.ts'
import { foldQuery } from '#features/search/recording/recorded-query.policy.ts'
import type { NewSearchPin, SearchPin, SearchReport, SearchSynonyms, SearchSynonymsChange } from './search-admin.contract.ts'
import * as queries from './search-admin.queries.ts'
import * as pinQueries from './search-pins.queries.ts'
import { COUNT_RETENTION_DAYS, MAX_PINS, MAX_PINS_PER_QUERY } from '#features/search/search-limits.policy.ts'
import { DEFAULT_SYNONYMS } from '#features/search/language/default-synonyms.policy.ts'
import { indexSynonyms, type SynonymIndex } from '#features/search/language/synonyms.policy.ts'
import { toUtcDay } from '#wording/iso-day.ts'

const DAY_MS = 86_400_000
const MAX_ROWS_PER_LIST = 100
const getDateDaysAgo = (days: number, now = Date.now()): string => toUtcDay(now - days * DAY_MS)

export async function getSearchReport(ctx: Pick<Context, 'db'>, days: number): Promise<SearchReport> {
  const since = getDateDaysAgo(days - 1)
  return {
    total: await queries.countSearches(ctx, since),
    searches: await queries.listSearchCounts(ctx, since, MAX_ROWS_PER_LIST, false),
    withoutResult: await queries.listSearchCounts(ctx, since, MAX_ROWS_PER_LIST, true),
    clicked: await queries.listClickedPages(ctx, since, MAX_ROWS_PER_LIST),
  }
}

/** Deletes counts that are past their retention. Returns when the next ones are due. */
export async function purgeSearchCounts(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteCountsBefore(ctx, getDateDaysAgo(COUNT_RETENTION_DAYS, now))
  const firstDay = await queries.findFirstCountedDay(ctx)
  return addMs(firstDay && `${firstDay}T00:00:00.000Z`, (COUNT_RETENTION_DAYS + 1) * DAY_MS)
}

export async function getSynonyms(ctx: Pick<Context, 'db'>): Promise<SearchSynonyms> {
  const rows = await queries.listSynonymRows(ctx)
  return { groups: parseGroups(rows), isFirstSet: rows.length === 0 }
}

const parseGroups = (rows: readonly string[]): string[][] =>
  rows.length === 0 ? DEFAULT_SYNONYMS.map((group) => [...group]) : rows.map((phrases) => JSON.parse(phrases) as string[])

/** Replaces the synonyms; `null` restores the defaults. An empty list is stored as one empty group, because no rows mean the defaults. */
export async function changeSynonyms(ctx: Context, { groups }: SearchSynonymsChange): Promise<SearchSynonyms> {
  const synonymsBefore = await getSynonyms(ctx)
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await queries.replaceSynonymRows(trxCtx, groups === null ? [] : groups.length === 0 ? [[]] : groups)
    await recordAudit(trxCtx, {
      action: 'search.synonyms',
      subject: { type: 'settings', id: null, title: 'Search synonyms' },
      before: { groups: synonymsBefore.groups.length },
      after: { groups: groups?.length ?? DEFAULT_SYNONYMS.length },
    })
    return getSynonyms(trxCtx)
  })
}

const defaultIndex = indexSynonyms(DEFAULT_SYNONYMS)
const cachedIndexes = new WeakMap<object, { joinedRows: string; index: SynonymIndex }>()

/** Returns the synonyms of a site, memoised until the stored groups change. */
export async function loadSynonymIndex({ db, site }: Pick<Context, 'db' | 'site'>): Promise<SynonymIndex> {
  const rows = await queries.listSynonymRows({ db })
  if (rows.length === 0) return defaultIndex
  const joinedRows = rows.join('\n')
  const cached = cachedIndexes.get(site)
  if (cached?.joinedRows === joinedRows) return cached.index
  const index = indexSynonyms(parseGroups(rows))
  cachedIndexes.set(site, { joinedRows, index })
  return index
}

export const listPins = async (ctx: Pick<Context, 'db'>): Promise<ListResult<SearchPin>> => unpagedList(await pinQueries.listPinRows(ctx))

/** Returns the URLs of the pages that are pinned to a query, oldest pin first. */
export async function findPinnedUrls(ctx: Pick<Context, 'db'>, q: string): Promise<string[]> {
  const query = foldQuery(q)
  return query === undefined ? [] : pinQueries.listPinnedUrls(ctx, query)
}

export async function addPin(ctx: Context, { query: input, url }: NewSearchPin): Promise<SearchPin> {
  const query = foldQuery(input)
  if (query === undefined)
    throw badRequest('Please enter the words that people search for.', [{ path: 'query', message: 'Please enter the words' }])
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const isFull = (await pinQueries.countPins(trxCtx, query)) >= MAX_PINS_PER_QUERY || (await pinQueries.countPins(trxCtx)) >= MAX_PINS
    if (isFull) throw conflict('search_pin.too_many', 'You cannot pin more pages to this query.')
    const id = await pinQueries.insertPin(trxCtx, query, url, new Date().toISOString())
    const pin = id === undefined ? undefined : await pinQueries.findPinRow(trxCtx, id)
    if (!pin) throw conflict('search_pin.already', 'This page is already pinned to this query.')
    await recordAudit(trxCtx, { action: 'search_pin.create', subject: toAuditSubject(pin), after: { query, url } })
    return pin
  })
}

export async function removePin(ctx: Context, id: number): Promise<{ ok: true }> {
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const pin = await pinQueries.findPinRow(trxCtx, id)
    if (!pin || (await pinQueries.deletePin(trxCtx, id)) === undefined) throw notFound('pin')
    await recordAudit(trxCtx, { action: 'search_pin.remove', subject: toAuditSubject(pin), before: { query: pin.query, url: pin.url } })
  })
  return { ok: true }
}

const toAuditSubject = ({ query }: SearchPin) => ({ type: 'settings' as const, id: null, title: `Search for “${query}”` })
