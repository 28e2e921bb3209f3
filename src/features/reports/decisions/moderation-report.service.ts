/** Numbers per month for the public page about moderation, computed from the stored rows. */
import type { Context } from '#platform/contract/context.ts'
import { unpagedList, type ListResult } from '#platform/contract/endpoint.ts'
import { DECISION_KEYS, REPORT_REASON_KEYS } from '#features/reports/report-reason.policy.ts'
import type { ModerationMonth } from './decision.contract.ts'
import * as queries from './decision.queries.ts'

const MONTHS = 12
const HOUR_MS = 3_600_000

/** @returns YYYY-MM of the last twelve months including the current one, newest first, UTC */
function listMonths(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 1)).toISOString().slice(0, 7),
  )
}

export async function getModerationReport(ctx: Pick<Context, 'db'>, now = new Date()): Promise<ListResult<ModerationMonth>> {
  const months = listMonths(now)
  const since = `${months.at(-1) ?? ''}-01T00:00:00.000Z`
  const [reports, decisions, appeals] = await Promise.all([
    queries.listReportsSince(ctx, since),
    queries.listDecisionsSince(ctx, since),
    queries.listAppealsSince(ctx, since),
  ])
  return unpagedList(
    months.map((month): ModerationMonth => {
      const isInMonth = ({ at }: { at: string }) => at.startsWith(month)
      const filed = reports.filter(isInMonth)
      const decided = decisions.filter(isInMonth)
      const appealed = appeals.filter(isInMonth)
      return {
        month,
        reports: filed.length,
        decisions: countBy(
          DECISION_KEYS,
          decided.map(({ decision }) => decision),
        ),
        reasons: countBy(
          REPORT_REASON_KEYS,
          filed.map(({ reason }) => reason),
        ),
        medianHours: median(decided.map(({ at, reportedAt }) => (Date.parse(at) - Date.parse(reportedAt)) / HOUR_MS)),
        appeals: appealed.length,
        overturned: appealed.filter(({ outcome }) => outcome === 'overturned').length,
      }
    }),
  )
}

/** Leaves out keys without a value. */
const countBy = <K extends string>(keys: readonly K[], values: readonly K[]): { key: K; count: number }[] =>
  keys.map((key) => ({ key, count: values.filter((value) => value === key).length })).filter(({ count }) => count > 0)

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : Math.round((low + high) * 5) / 10
}
