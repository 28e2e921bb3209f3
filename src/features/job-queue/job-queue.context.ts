/** Declares the table of the queue, and adds job handlers to features. */
import type { Generated } from 'kysely'
import type { Context } from '#platform/contract/context.ts'
import type { JobHandler } from './job-handler.service.ts'

declare module '#platform/contract/feature.ts' {
  interface Feature {
    /** Handlers of the jobs that the feature enqueues; see `handleJob`. */
    jobHandlers?: readonly JobHandler[]
    /** Callbacks by job kind, called in the transaction in which an administrator discards all held jobs. */
    onJobDiscarded?: Readonly<Record<string, (ctx: Pick<Context, 'db'>, payload: unknown) => Promise<void>>>
  }
}

declare module '#db/tables.ts' {
  interface Tables {
    queued_jobs: {
      id: Generated<number>
      /** Name of the job kind: `mail.send`. */
      kind: string
      /** Key that is unique among the jobs of a kind; null: any number of such jobs can exist. */
      unique_key: string | null
      /** JSON that matches the payload schema of the kind. */
      payload: string
      /** Jobs with the lowest number run first. */
      priority: number
      /** When the job may be claimed, or, while it runs, when its lease expires; null: it has failed permanently. */
      due_at: string | null
      /** When the current attempt started; null: no process is running the job. */
      started_at: string | null
      /** Number of attempts, including the current one. */
      attempts: Generated<number>
      created_at: string
      failed_at: string | null
      /** Error of the last failed attempt; null: no attempt has failed. */
      last_error: string | null
    }
  }
}
