/** Adds the table of the queue, and the handlers that features declare, to the types of the lower layers. */
import type { Generated } from 'kysely'
import type { Context } from '#platform/contract/context.ts'
import type { JobHandler } from './job-handler.service.ts'

declare module '#platform/contract/feature.ts' {
  interface Feature {
    /** Handlers of the jobs that the feature enqueues: see `handleJob`. */
    jobHandlers?: readonly JobHandler[]
    /** By job kind: called within the transaction in which an administrator discards a job. */
    onJobDiscarded?: Readonly<Record<string, (ctx: Pick<Context, 'db'>, payload: unknown) => Promise<void>>>
  }
}

declare module '#db/tables.ts' {
  interface Tables {
    queued_jobs: {
      id: Generated<number>
      /** `mail.send` */
      kind: string
      /** Unique among the jobs of a kind; null: not unique. */
      unique_key: string | null
      /** JSON that matches the schema of the kind. */
      payload: string
      /** The lowest number runs first. */
      priority: number
      /** When the job may be claimed; while it runs, when its lease expires. Null: it has failed permanently. */
      due_at: string | null
      /** Null: no process is running it. */
      started_at: string | null
      /** Number of starts, including the current one. */
      attempts: Generated<number>
      created_at: string
      failed_at: string | null
      /** The error of the last attempt. */
      last_error: string | null
    }
  }
}
