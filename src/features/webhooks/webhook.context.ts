/** The feature's tables. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    webhooks: {
      id: Generated<number>
      url: string
      description: string
      /** JSON: the subscribed events. */
      events: string
      /** Encrypted. */
      secret: string
      /** Encrypted: the previous secret, which also signs until `old_secret_until`. */
      old_secret: string | null
      old_secret_until: string | null
      created_at: string
      /** The administrator who set the URL; null: unknown. */
      created_by: number | null
      paused_at: string | null
      /** Null when an administrator has paused it. */
      paused_reason: string | null
      /** Start of the current series of failures. */
      failing_since: string | null
    }
    webhook_deliveries: {
      id: Generated<number>
      webhook_id: number
      /** The same for all webhooks and attempts of an event. */
      event_id: string
      event: string
      /** The request body. */
      payload: string
      created_at: string
      attempts: Generated<number>
      attempted_at: string | null
      delivered_at: string | null
      /** Set when the last retry has failed. */
      failed_at: string | null
      /** HTTP status of the last attempt, like the next three columns. */
      status: number | null
      /** The beginning of the response body. */
      answer: string | null
      duration_ms: number | null
      error: string | null
    }
  }
}
