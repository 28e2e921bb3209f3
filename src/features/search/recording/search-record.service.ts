/** Records daily counts of searches and opened results, without anything that identifies visitors. */
import type { AllFeatures } from '#platform/contract/feature.ts'
import type { Context } from '#platform/contract/context.ts'
import { writeStatistics } from '#platform/pages/statistics.ts'
import type { NewSearchClick, SearchAnswer, SearchQuery } from '#features/search/search.contract.ts'
import { findSearchResults } from '#features/search/search.service.ts'
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import * as queries from './search-record.queries.ts'
import { DailyNetworkLimit } from '#features/counting/daily-network-limit.service.ts'
import { foldQuery } from './recorded-query.policy.ts'
import { MAX_SEARCHES_PER_NETWORK } from '#features/search/search-limits.policy.ts'
import { toUtcDay } from '#wording/iso-day.ts'

const searchLimit = new DailyNetworkLimit(MAX_SEARCHES_PER_NETWORK)
const clickLimit = new DailyNetworkLimit(MAX_SEARCHES_PER_NETWORK)
/** A job has no caller and is not limited. A caller with unknown network is not counted, or requests could fill the report without limit. */
function isBelowLimit(limit: DailyNetworkLimit, { site, caller, isWithinNetworkLimit }: Context): boolean {
  if (isWithinNetworkLimit) return isWithinNetworkLimit(limit)
  return caller === undefined || (caller.clientIp !== '' && limit.isWithin(site.id, caller.clientIp))
}

export async function searchAndRecord(ctx: Context, features: AllFeatures, input: SearchQuery): Promise<SearchAnswer> {
  const response = await findSearchResults(ctx, features, input)
  const isCounted = input.page === 1 && input.kind === undefined && input.uncounted === undefined
  const countedQuery = isCounted ? foldQuery(input.q) : undefined
  // A replica is read-only: the count goes to the site's own database.
  const addSearch = (folded: string) =>
    writeWithoutInvalidation(() => queries.addSearch({ db: ctx.site.db }, toUtcDay(), folded, response.total))
  if (countedQuery !== undefined && isBelowLimit(searchLimit, ctx))
    await writeStatistics(ctx.log, 'searches', () => addSearch(countedQuery))
  return response
}

export async function recordClick(ctx: Context, { q, url }: NewSearchClick): Promise<{ ok: true }> {
  const query = foldQuery(q)
  if (query !== undefined && isBelowLimit(clickLimit, ctx))
    await writeStatistics(ctx.log, 'search clicks', () => writeWithoutInvalidation(() => queries.addClick(ctx, toUtcDay(), query, url)))
  return { ok: true }
}
