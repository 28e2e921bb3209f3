/** Records the runs of jobs that delete old rows. The retention rules are declared by the jobs themselves. */
import './retention.context.ts'
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import type { Context } from '#platform/contract/context.ts'
import { unpagedList, type ListResult } from '#platform/contract/endpoint.ts'
import { collectJobs, type AllFeatures } from '#platform/contract/feature.ts'
import type { Job, JobRetention } from '#platform/jobs/jobs.ts'
import { createRemovalCounter } from './removal-counter.ts'
import { RUN_DAYS } from './retention-limits.policy.ts'
import type { RetentionRule } from './retention.contract.ts'
import * as queries from './retention.queries.ts'

const DAY_MS = 86_400_000

/** Wraps a job to record its runs. Jobs without `retention` are returned unchanged. */
export function recordRetention(job: Job): Job {
  const { name, retention } = job
  if (!retention) return job
  return {
    ...job,
    async run(ctx) {
      const counter = createRemovalCounter(retention.isAnonymised ? 'UpdateQueryNode' : 'DeleteQueryNode', retention.table)
      const nextDue = await job.run({ ...ctx, db: ctx.db.withPlugin(counter.plugin) })
      await recordRun(ctx, name, counter.count())
      return nextDue
    },
  }
}

/**
 * Records a run. Runs without removals are recorded once a day, as each start of the process runs all jobs on every site. No cached response
 * depends on these rows, so the write is not published.
 */
async function recordRun(ctx: Pick<Context, 'db'>, rule: string, removed: number, now = Date.now()): Promise<void> {
  const at = toTime(now)
  const last = await queries.findLastRun(ctx, rule)
  if (removed === 0 && last !== undefined && last > toTime(now - DAY_MS)) return
  await writeWithoutInvalidation(async () => {
    await queries.addRun(ctx, rule, at, removed)
    if (last?.slice(0, 10) !== at.slice(0, 10)) await queries.deleteRunsBefore(ctx, rule, toTime(now - RUN_DAYS * DAY_MS).slice(0, 10))
  })
}

export async function listRetention(ctx: Context, features: AllFeatures, now = Date.now()): Promise<ListResult<RetentionRule>> {
  const runs = await queries.listRuns(ctx, toTime(now - RUN_DAYS * DAY_MS).slice(0, 10))
  const rules = collectJobs(features()).flatMap((job) => {
    const retention = job.retention
    return retention ? [toRule(job.name, retention, ctx.site.settings, runs.get(job.name) ?? [])] : []
  })
  return unpagedList(rules)
}

const toRule = (
  name: string,
  { what, after, isAnonymised }: JobRetention,
  settings: Context['site']['settings'],
  lines: RetentionRule['lines'],
): RetentionRule => ({ name, what, after: typeof after === 'string' ? after : after(settings), isAnonymised: isAnonymised === true, lines })

const toTime = (at: number): string => new Date(at).toISOString()
