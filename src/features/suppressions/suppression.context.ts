/** The feature's tables and its additions to the context. */
import type { Generated } from 'kysely'
import type { Site } from '#platform/contract/context.ts'

declare module '#db/tables.ts' {
  interface Tables {
    suppressions: {
      id: Generated<number>
      /** Lower case. */
      address: string
      reason: string
      /** The mail server's message. */
      detail: string
      /** Recent soft bounces, each at most `SOFT_BOUNCE_DAYS` after the previous one. */
      soft_bounces: Generated<number>
      last_event_at: string
      /** Null: not suppressed yet, soft bounces are only counted. */
      suppressed_at: string | null
      /** When a member last asked to retry the address; null: never. */
      retried_at: string | null
    }
    /** Main site only: recipients of recent mail of all sites. */
    mailed_addresses: {
      /** A keyed hash, so that the table reveals no addresses. */
      address_hash: string
      /** Day of the latest mail (UTC, `2026-01-31`). */
      day: string
    }
  }
}

declare module '#platform/contract/context.ts' {
  interface Launcher {
    /** Its suppression list applies to all sites. */
    readonly main: Site
  }
}
