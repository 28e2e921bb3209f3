import { findBackupState } from '#features/backups/scheduled-backup.service.ts'
import { countDueDuties } from '#features/duties/duty-reminder.service.ts'
import { countUrgentReferenceValues } from '#features/figures/editing/figure-editing.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { isPublicOrigin } from '#platform/network/local-host.ts'
import { listLatestActivity } from './activity.queries.ts'
import { DASHBOARD_COUNTS, SPARKLINE_DAYS, type DashboardCount, type Dashboard } from './dashboard.contract.ts'
import * as queries from './dashboard.queries.ts'
import { listAttentionItems } from './attention.queries.ts'
import { describeAttention } from './attention.policy.ts'
import { toUtcDay } from '#wording/iso-day.ts'

const MAX_ACTIVITIES = 8
const DAY_MS = 86_400_000

/** Computes the dashboard from the database; nothing is cached. */
export async function getDashboard(ctx: Context, nowMs = Date.now()): Promise<Dashboard> {
  const [seriesByName, items, activity, backup, urgentReferenceValues, duties] = await Promise.all([
    queries.countDashboard(ctx, listDayEdges(nowMs)),
    listAttentionItems(ctx, new Date(nowMs - DAY_MS).toISOString()),
    listLatestActivity(ctx, ctx.site.settings.features, MAX_ACTIVITIES, GUEST_ID),
    findBackupState(ctx, nowMs),
    countUrgentReferenceValues(ctx),
    countDueDuties(ctx, new Date(nowMs)),
  ])
  const { products, articles, forums } = ctx.site.settings.features
  const isEnabledByName = { products, articles, forums, enquiries: products, users: true }
  const counts = DASHBOARD_COUNTS.filter((name) => isEnabledByName[name]).map((name): DashboardCount => {
    const { total, perDay } = seriesByName[name]
    return { name, total, recent: perDay.reduce((sum, n) => sum + n, 0), perDay }
  })
  const attention = describeAttention(ctx, { ...items, urgentReferenceValues, duties }, backup)
  return { counts, attention, activity, backup, isDemoPublic: isDemoPublic(ctx) }
}

const isDemoPublic = ({ site, caller }: Context): boolean =>
  site.settings.demoContent && caller?.isOriginConfigured === true && isPublicOrigin(caller.origin)

/** Lists the 31 midnights (UTC) that delimit the last 30 days, including today. */
const listDayEdges = (nowMs: number): string[] =>
  Array.from({ length: SPARKLINE_DAYS + 1 }, (_, index) => `${toUtcDay(nowMs - (SPARKLINE_DAYS - 1 - index) * DAY_MS)}T00:00:00.000Z`)
