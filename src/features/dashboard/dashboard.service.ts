import { findBackupState } from '#features/backups/scheduled-backup.service.ts'
import { countPressingFigures } from '#features/figures/editing/figure-editing.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { listLatestActivity } from './activity.queries.ts'
import { DASHBOARD_COUNTS, SPARKLINE_DAYS, type DashboardCount, type Dashboard } from './dashboard.contract.ts'
import * as queries from './dashboard.queries.ts'
import { listAttentionItems } from './attention.queries.ts'
import { describeAttention } from './attention.policy.ts'

const ACTIVITIES = 8
const DAY_MS = 86_400_000

/** Everything is counted now: nothing on this page is older than the page. */
export async function getDashboard(ctx: Context, now = Date.now()): Promise<Dashboard> {
  const [counted, waiting, activity, backup, pressingFigures] = await Promise.all([
    queries.countDashboard(ctx, edgesOfDays(now)),
    listAttentionItems(ctx, new Date(now - DAY_MS).toISOString()),
    listLatestActivity(ctx, ctx.site.settings.features, ACTIVITIES, GUEST_ID),
    findBackupState(ctx, now),
    countPressingFigures(ctx),
  ])
  const { products, articles, forums } = ctx.site.settings.features
  const isOn = { products, articles, forums, enquiries: products, users: true }
  const counts = DASHBOARD_COUNTS.filter((name) => isOn[name]).map((name): DashboardCount => {
    const { total, perDay } = counted[name]
    return { name, total, recent: perDay.reduce((sum, n) => sum + n, 0), perDay }
  })
  return { counts, attention: describeAttention(ctx, { ...waiting, pressingFigures }, backup), activity, backup }
}

/** The midnights (UTC) between which the last thirty days lie, today the last. */
const edgesOfDays = (now: number): string[] =>
  Array.from(
    { length: SPARKLINE_DAYS + 1 },
    (_, at) => `${new Date(now - (SPARKLINE_DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`,
  )
