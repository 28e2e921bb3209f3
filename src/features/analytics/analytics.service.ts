import { findLowest } from '#db/find-lowest.ts'
import { findEarliest, addMs, type NextDue } from '#platform/jobs/jobs.ts'
import type { Context } from '#platform/contract/context.ts'
import { SHOWN_DAYS, TOP_PAGES, type Analytics } from './analytics.contract.ts'
import { findPage, normalizePath } from '#features/pages/page-url.policy.ts'
import * as queries from './page-view.queries.ts'
import { toUtcDay } from '#wording/iso-day.ts'

const DAY_MS = 86_400_000
const RETENTION_DAYS = 400

export async function getAnalytics(ctx: Context, now = Date.now()): Promise<Analytics> {
  if (!ctx.site.settings.analytics) return { isOn: false }
  const shownDays = Array.from({ length: SHOWN_DAYS }, (_, index) => toUtcDay(now - (SHOWN_DAYS - 1 - index) * DAY_MS))
  const firstDay = shownDays[0] ?? ''
  const [days, pages] = await Promise.all([queries.listVisitDays(ctx, firstDay), queries.listTopPages(ctx, firstDay, TOP_PAGES)])
  const visitsByDay = new Map(days.map((visitDay) => [visitDay.day, visitDay]))
  return { isOn: true, days: shownDays.map((day) => visitsByDay.get(day) ?? { day, views: 0, visitors: 0 }), pages }
}

/** Only known page paths are recorded, so visitors cannot inject strings into the report. */
export async function recordNavigation(ctx: Context, submittedPath: string): Promise<{ isCounted: boolean }> {
  const path = normalizePath(submittedPath)
  if (!ctx.recordPageView || ctx.viewer?.isAdmin || !(await isPage(ctx, path))) return { isCounted: false }
  return { isCounted: ctx.recordPageView(path) }
}

async function isPage(ctx: Context, path: string): Promise<boolean> {
  const page = findPage(path)
  if (!page || (page.feature && !ctx.site.settings.features[page.feature])) return false
  return page.names === undefined || page.name === undefined || queries.hasPageSubject(ctx, page.names, page.name)
}

/** Deletes counts older than the retention period. @returns when the oldest remaining day expires */
export async function removeOldPageViews(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await queries.deletePageViewsBefore(ctx, toUtcDay(now - RETENTION_DAYS * DAY_MS))
  const oldest = findEarliest(await findLowest(ctx.db, 'page_views', 'day'), await findLowest(ctx.db, 'page_visitors', 'day'))
  return addMs(oldest, (RETENTION_DAYS + 1) * DAY_MS)
}
