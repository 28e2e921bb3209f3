/** What the room adds to the types below it: its table. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    suppressions: {
      id: Generated<number>
      /** In small letters. */
      address: string
      reason: string
      /** What the mail server said. */
      detail: string
      /** Of late, one after the other. */
      soft_bounces: Generated<number>
      last_event_at: string
      /** Null: it is only counted so far. */
      suppressed_at: string | null
      /** When a member last asked for mail again; null: never. */
      retried_at: string | null
    }
  }
}
