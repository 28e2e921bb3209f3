/** Numbers of jobs by state, for operators. */
import type { Context } from '#platform/contract/context.ts'
import type { QueuedJobState } from './job-queue.contract.ts'
import { isInJobState } from './queued-job.queries.ts'

type Db = Pick<Context, 'db'>

export interface JobCounts {
  waiting: number
  running: number
  failed: number
  /** Time that the oldest due job has waited. */
  oldestSeconds: number
}

export async function countJobs({ db }: Db, now: Date): Promise<JobCounts> {
  const at = now.toISOString()
  const count = async (state: QueuedJobState) =>
    (
      await db
        .selectFrom('queued_jobs')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where((eb) => isInJobState(eb, state, at))
        .executeTakeFirstOrThrow()
    ).n
  const oldest = await db.selectFrom('queued_jobs').select('due_at').where('due_at', '<=', at).orderBy('due_at').limit(1).executeTakeFirst()
  return {
    waiting: await count('waiting'),
    running: await count('running'),
    failed: await count('failed'),
    oldestSeconds: oldest?.due_at ? Math.max(0, (now.getTime() - Date.parse(oldest.due_at)) / 1000) : 0,
  }
}
