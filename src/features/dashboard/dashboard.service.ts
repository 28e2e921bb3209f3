import { findBackupState } from '#features/backups/scheduled-backup.service.ts'
import { countUrgentReferenceValues } from '#features/figures/editing/figure-editing.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { listLatestActivity } from './activity.queries.ts'
import { DASHBOARD_COUNTS, SPARKLINE_DAYS, type DashboardCount, type Dashboard } from './dashboard.contract.ts'
import * as queries from './dashboard.queries.ts'
import { listAttentionItems } from './attention.queries.ts'
import { describeAttention } from './attention.policy.ts'

const MAX_ACTIVITIES = 8
const DAY_MS = 86_400_000

/** All counts are current; nothing is cached. */
export async function getDashboard(ctx: Context, now = Date.now()): Promise<Dashboard> {
  const [counted, items, activity, backup, urgentReferenceValues] = await Promise.all([
    queries.countDashboard(ctx, listDayEdges(now)),
    listAttentionItems(ctx, new Date(now - DAY_MS).toISOString()),
    listLatestActivity(ctx, ctx.site.settings.features, MAX_ACTIVITIES, GUEST_ID),
    findBackupState(ctx, now),
    countUrgentReferenceValues(ctx),
  ])
  const { products, articles, forums } = ctx.site.settings.features
  const isOn = { products, articles, forums, enquiries: products, users: true }
  const counts = DASHBOARD_COUNTS.filter((name) => isOn[name]).map((name): DashboardCount => {
    const { total, perDay } = counted[name]
    return { name, total, recent: perDay.reduce((sum, n) => sum + n, 0), perDay }
  })
  return { counts, attention: describeAttention(ctx, { ...items, urgentReferenceValues }, backup), activity, backup }
}

/** @returns the midnights (UTC) that delimit the last 30 days, including today */
const listDayEdges = (now: number): string[] =>
  Array.from(
    { length: SPARKLINE_DAYS + 1 },
    (_, at) => `${new Date(now - (SPARKLINE_DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`,
  )
