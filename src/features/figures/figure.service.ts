/** Reads reference values for pages, tools and texts that contain their keys. */
import './figure.context.ts'
import { addReadDependencies, createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import type { Context } from '#platform/contract/context.ts'
import { unpagedList, type ListResult } from '#platform/contract/endpoint.ts'
import { notFound } from '#platform/contract/errors.ts'
import { processCaches } from '#platform/cache/cache-group.ts'
import { TableCache } from '#platform/cache/table-cache.ts'
import { findCaveat } from './caveats/caveat-file.service.ts'
import { currentDay } from './figure-day.policy.ts'
import { groupOfReferenceValue } from './figure-groups.policy.ts'
import { resolveReferenceText, hasReferencePlaceholders, type ReferenceTextOptions, type ResolvedText } from './texts/figure-text.policy.ts'
import type { ReferenceValueHistory, ReferenceValuePeriod, ReferenceValueSummary } from './figure.contract.ts'
import { createReferenceValues, type ReferenceValueRow, type ReferenceValues, type Nation } from './figures.policy.ts'
import * as queries from './figure.queries.ts'

/** Maximum size of the cache; it suffices for a few hundred sites. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024
/** Estimated size of a cached row. */
const ROW_BYTES = 700

/** Caches the current rows by site; writes to the tables invalidate them. */
const rowCache = new TableCache<queries.StoredReferenceValueRow[]>(processCaches, MAX_CACHE_BYTES)

/** Returns the current rows. Transactions bypass the cache, as a pending cache read could wait for the transaction itself (deadlock). */
async function listCurrentRows(ctx: Pick<Context, 'site' | 'db'>): Promise<queries.StoredReferenceValueRow[]> {
  if (ctx.db.isTransaction) return queries.listUnsupersededReferenceValues(ctx)
  const { value, tables } = await rowCache.get(ctx.site.id, ctx.site.id, async () => {
    const dependencies = createDependencies()
    const rows = await trackDependencies(dependencies, () => queries.listUnsupersededReferenceValues(ctx))
    // New keys may be added, so the result depends on the whole tables and not only on the rows read.
    return { value: rows, tables: [...dependencies.reads, 'figures', 'figure_values'], bytes: 1000 + rows.length * ROW_BYTES }
  })
  addReadDependencies(tables)
  return value
}

/**
 * Returns the reference values as a lookup by key.
 * @param nation nation in which the values must apply; by default the values of all nations are returned
 * @param on ISO date of the lookup; by default today in London
 */
export async function getReferenceValues(
  ctx: Pick<Context, 'site' | 'db'>,
  { nation, on = currentDay() }: { nation?: Nation | undefined; on?: string | undefined } = {},
): Promise<ReferenceValues> {
  const rows = await listCurrentRows(ctx)
  return createReferenceValues(nation ? rows.filter(({ nations }) => nations.includes(nation)) : rows, on)
}

/** Replaces the reference values in a text of the site. Call it before the text is rendered, truncated or sent. */
export async function resolveReferenceValues(
  ctx: Pick<Context, 'site' | 'db'>,
  source: string,
  options: Omit<ReferenceTextOptions, 'language' | 'findCaveat'> = {},
): Promise<ResolvedText> {
  if (!hasReferencePlaceholders(source)) return { text: source, problems: [], keys: [], conditions: [] }
  return resolveReferenceText(source, await getReferenceValues(ctx), { ...options, language: ctx.site.settings.language, findCaveat })
}

/** Returns only the text that `resolveReferenceValues` returns. */
export const withReferenceValues = async (ctx: Pick<Context, 'site' | 'db'>, source: string, isPlain = false): Promise<string> =>
  (await resolveReferenceValues(ctx, source, { isPlain })).text

export async function listReferenceValues(
  ctx: Context,
  { nation, on = currentDay() }: { nation?: Nation | undefined; on?: string | undefined },
): Promise<ListResult<ReferenceValueSummary>> {
  const rows = await listCurrentRows(ctx)
  const applicable = nation ? rows.filter(({ nations }) => nations.includes(nation)) : rows
  return unpagedList([...Map.groupBy(applicable, ({ key }) => key).values()].map((periods) => toReferenceValueSummary(periods, on)))
}

export async function getReferenceValue(ctx: Context, key: string, day = currentDay()): Promise<ReferenceValueHistory> {
  const periods = (await listCurrentRows(ctx)).filter((row) => row.key === key)
  if (periods.length === 0) throw notFound('figure')
  return { ...toReferenceValueSummary(periods, day), periods: periods.map(toPeriod) }
}

/**
 * Summarises a reference value on a day: its state, its current period, and the awaited and next ones.
 * @param periods all current rows of one key, ordered by first day; at least one
 * @param day ISO date
 */
export function toReferenceValueSummary(periods: readonly ReferenceValueRow[], day: string): ReferenceValueSummary {
  const started = periods.filter(({ from }) => from <= day)
  const known = started.findLast(({ value }) => value !== null)
  const awaited = started.findLast(({ value, to }) => value === null && (to === null || to >= day))
  const upcoming = periods.filter(({ from }) => from > day)
  const current = known ?? awaited ?? upcoming[0] ?? periods[0]!
  const isOver = current.to !== null && current.to < day
  const state = current.from > day ? 'coming' : current.value === null ? 'missing' : isOver ? 'past' : 'in-force'
  const { key, label, unit } = current
  return {
    key,
    label,
    unit,
    group: groupOfReferenceValue(key),
    state: current.from > day && current.value === null ? 'missing' : state,
    current: toPeriod(current),
    awaited: awaited && awaited !== current ? toPeriod(awaited) : null,
    next: upcoming[0] && upcoming[0] !== current ? toPeriod(upcoming[0]) : null,
  }
}

const toPeriod = ({
  value,
  low,
  high,
  nations,
  from,
  to,
  source,
  checked,
  due,
  certainty,
  note,
}: ReferenceValueRow): ReferenceValuePeriod => ({
  value,
  low: low ?? null,
  high: high ?? null,
  nations: [...nations],
  validFrom: from,
  validTo: to,
  source,
  checkedOn: checked,
  dueOn: due,
  certainty,
  note: note ?? '',
})
