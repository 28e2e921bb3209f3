/** The tables of this feature, and what it reads of the context. */
import type { Generated } from 'kysely'
import type { Site } from '#platform/contract/context.ts'

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
    /** Of the main site alone: to whom the installation has sent mail in the last days. */
    mailed_addresses: {
      /** A keyed hash: the table shows no addresses. */
      address_hash: string
      /** The last one (UTC, `2026-01-31`). */
      day: string
    }
  }
}

declare module '#platform/contract/context.ts' {
  interface Launcher {
    /** Its suppression list holds for all sites. */
    readonly main: Site
  }
}
