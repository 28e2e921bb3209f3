/** Counts jobs by state, for operators. */
import type { Context } from '#platform/contract/context.ts'
import type { QueuedJobState } from './job-queue.contract.ts'
import { isInJobState } from './queued-job.queries.ts'

type Db = Pick<Context, 'db'>

export interface JobCounts {
  waiting: number
  running: number
  failed: number
  /** Number of seconds that the oldest due job has waited; 0 if none is due. */
  oldestSeconds: number
}

export async function countJobs({ db }: Db, now: Date): Promise<JobCounts> {
  const nowText = now.toISOString()
  const countInState = async (state: QueuedJobState) =>
    (
      await db
        .selectFrom('queued_jobs')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where((eb) => isInJobState(eb, state, nowText))
        .executeTakeFirstOrThrow()
    ).n
  const oldest = await db
    .selectFrom('queued_jobs')
    .select('due_at')
    .where('due_at', '<=', nowText)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return {
    waiting: await countInState('waiting'),
    running: await countInState('running'),
    failed: await countInState('failed'),
    oldestSeconds: oldest?.due_at ? Math.max(0, (now.getTime() - Date.parse(oldest.due_at)) / 1000) : 0,
  }
}
