/** What an administrator sees of searches, and sets. */
import { recordAudit } from '#features/audit/audit.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { unpagedList, type ListResult } from '#platform/contract/endpoint.ts'
import { badRequest, conflict, notFound } from '#platform/contract/errors.ts'
import { timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
import { foldQuery } from '#features/search/recording/recorded-query.policy.ts'
import type { NewSearchPin, SearchPin, SearchReport, SearchSynonyms, SearchSynonymsChange } from './search-admin.contract.ts'
import * as queries from './search-admin.queries.ts'
import * as pinQueries from './search-pins.queries.ts'
import { COUNTS_DAYS, MAX_PINS, MAX_PINS_OF_QUERY } from '#features/search/search-limits.policy.ts'
import { FIRST_SYNONYMS } from '#features/search/language/first-synonyms.policy.ts'
import { indexSynonyms, type SynonymIndex } from '#features/search/language/synonyms.policy.ts'

const DAY_MS = 86_400_000
const MAX_SHOWN = 100
const dayBefore = (days: number, now = Date.now()): string => new Date(now - days * DAY_MS).toISOString().slice(0, 10)

export async function getSearchReport(ctx: Pick<Context, 'db'>, days: number): Promise<SearchReport> {
  const since = dayBefore(days - 1)
  return {
    total: await queries.countSearches(ctx, since),
    searches: await queries.listSearchCounts(ctx, since, MAX_SHOWN, false),
    withoutResult: await queries.listSearchCounts(ctx, since, MAX_SHOWN, true),
    clicked: await queries.listClickedPages(ctx, since, MAX_SHOWN),
  }
}

/** The job. */
export async function removeOldCounts(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteCountsBefore(ctx, dayBefore(COUNTS_DAYS, now))
  const first = await queries.findFirstCountedDay(ctx)
  return timeAfter(first && `${first}T00:00:00.000Z`, (COUNTS_DAYS + 1) * DAY_MS)
}

export async function getSynonyms(ctx: Pick<Context, 'db'>): Promise<SearchSynonyms> {
  const rows = await queries.listSynonymRows(ctx)
  return { groups: toGroups(rows), isFirstSet: rows.length === 0 }
}

const toGroups = (rows: readonly string[]): string[][] =>
  rows.length === 0 ? FIRST_SYNONYMS.map((group) => [...group]) : rows.map((phrases) => JSON.parse(phrases) as string[])

/** A site whose administrator wants none at all keeps one group that says nothing. */
export async function changeSynonyms(ctx: Context, { groups }: SearchSynonymsChange): Promise<SearchSynonyms> {
  const before = await getSynonyms(ctx)
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await queries.replaceSynonymRows(inside, groups === null ? [] : groups.length === 0 ? [[]] : groups)
    await recordAudit(inside, {
      action: 'search.synonyms',
      subject: { type: 'settings', id: null, title: 'Synonyms of the search' },
      before: { groups: before.groups.length },
      after: { groups: groups?.length ?? FIRST_SYNONYMS.length },
    })
    return getSynonyms(inside)
  })
}

const firstIndex = indexSynonyms(FIRST_SYNONYMS)
const indexes = new WeakMap<object, { rows: string; index: SynonymIndex }>()

/** As the search reads them. What was read last is kept for each site, and is held against the rows each time. */
export async function loadSynonymIndex({ db, site }: Pick<Context, 'db' | 'site'>): Promise<SynonymIndex> {
  const rows = await queries.listSynonymRows({ db })
  if (rows.length === 0) return firstIndex
  const joined = rows.join('\n')
  const known = indexes.get(site)
  if (known?.rows === joined) return known.index
  const index = indexSynonyms(toGroups(rows))
  indexes.set(site, { rows: joined, index })
  return index
}

export const listPins = async (ctx: Pick<Context, 'db'>): Promise<ListResult<SearchPin>> => unpagedList(await pinQueries.listPinRows(ctx))

/** The pages that stand first for what was typed. */
export async function findPinnedUrls(ctx: Pick<Context, 'db'>, q: string): Promise<string[]> {
  const query = foldQuery(q)
  return query === undefined ? [] : pinQueries.listPinnedUrls(ctx, query)
}

export async function addPin(ctx: Context, { query: typed, url }: NewSearchPin): Promise<SearchPin> {
  const query = foldQuery(typed)
  if (query === undefined)
    throw badRequest('Please enter the words that people search for.', [{ path: 'query', message: 'Please enter the words' }])
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const isFull = (await pinQueries.countPins(inside, query)) >= MAX_PINS_OF_QUERY || (await pinQueries.countPins(inside)) >= MAX_PINS
    if (isFull) throw conflict('search_pin.too_many', 'No more pages can be put first here.')
    const id = await pinQueries.insertPin(inside, query, url, new Date().toISOString())
    const made = id === undefined ? undefined : await pinQueries.findPinRow(inside, id)
    if (!made) throw conflict('search_pin.already', 'This page stands first for these words already.')
    await recordAudit(inside, { action: 'search_pin.create', subject: toSubject(made), after: { query, url } })
    return made
  })
}

export async function removePin(ctx: Context, id: number): Promise<{ ok: true }> {
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const pin = await pinQueries.findPinRow(inside, id)
    if (!pin || (await pinQueries.deletePin(inside, id)) === undefined) throw notFound('pin')
    await recordAudit(inside, { action: 'search_pin.remove', subject: toSubject(pin), before: { query: pin.query, url: pin.url } })
  })
  return { ok: true }
}

const toSubject = ({ query }: SearchPin) => ({ type: 'settings' as const, id: null, title: `Search for “${query}”` })
