/** Declares the tables of the suppression list, and adds the main site to the context of tenant sites. */
import type { Generated } from 'kysely'
import type { Site } from '#platform/contract/context.ts'

declare module '#db/tables.ts' {
  interface Tables {
    suppressions: {
      id: Generated<number>
      /** Email address in lower case. */
      address: string
      reason: string
      /** Message from the mail server, or the note of an administrator. */
      detail: string
      /** Number of recent soft bounces, each at most `SOFT_BOUNCE_DAYS` after the previous one. */
      soft_bounces: Generated<number>
      last_event_at: string
      /** Null: soft bounces are counted, but the address is not suppressed. */
      suppressed_at: string | null
      /** When a member last asked to retry the address; null if never. */
      retried_at: string | null
    }
    /** Recent recipients of mail from all sites. Used on the main site only. */
    mailed_addresses: {
      /** Keyed hash of the email address, so that the table reveals no addresses. */
      address_hash: string
      /** Day of the latest mail to the address (UTC, `2026-01-31`). */
      day: string
    }
  }
}

declare module '#platform/contract/context.ts' {
  interface Launcher {
    /** The main site, whose suppression list applies to all sites. */
    readonly main: Site
  }
}
