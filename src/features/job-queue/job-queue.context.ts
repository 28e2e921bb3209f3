/** What the room adds to the types below it: its table, and what other rooms declare of the work that they do in the background. */
import type { Generated } from 'kysely'
import type { Context } from '#platform/contract/context.ts'
import type { JobHandler } from './job-handler.service.ts'

declare module '#platform/contract/feature.ts' {
  interface Feature {
    /** What does the work that it puts into the queue: see `handleJob`. */
    jobHandlers?: readonly JobHandler[]
    /** By kind of job: called within the transaction that discards one of them for good. */
    onJobDiscarded?: Readonly<Record<string, (ctx: Pick<Context, 'db'>, payload: unknown) => Promise<void>>>
  }
}

declare module '#db/tables.ts' {
  interface Tables {
    queued_jobs: {
      id: Generated<number>
      /** `mail.send` */
      kind: string
      /** Among those of a kind one alone has it. */
      unique_key: string | null
      /** JSON, as the kind's schema wants it. */
      payload: string
      /** The smallest goes first. */
      priority: number
      /** When somebody is to take it; of one that runs: when whoever runs it must be dead. Null: it has failed for good. */
      due_at: string | null
      /** Null: nobody does it now. */
      started_at: string | null
      /** How often it was begun. */
      attempts: Generated<number>
      created_at: string
      failed_at: string | null
      /** Of the last attempt. */
      last_error: string | null
    }
  }
}
