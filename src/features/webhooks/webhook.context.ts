/** Declares the tables of webhooks. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    webhooks: {
      id: Generated<number>
      url: string
      description: string
      /** JSON array of the subscribed events. */
      events: string
      /** Encrypted signing secret. */
      secret: string
      /** Encrypted previous secret, which also signs until `old_secret_until`; null if there is none. */
      old_secret: string | null
      old_secret_until: string | null
      created_at: string
      /** Id of the administrator who set the URL; null: unknown. */
      created_by: number | null
      paused_at: string | null
      /** Why the webhook was paused automatically; null if an administrator paused it, or if it is active. */
      paused_reason: string | null
      /**
       * When the current series of failures began; null if the last delivery succeeded, or if none was sent since the webhook was resumed.
       */
      failing_since: string | null
    }
    webhook_deliveries: {
      id: Generated<number>
      webhook_id: number
      /** Id of the event, the same for all webhooks and attempts. */
      event_id: string
      event: string
      /** JSON of the request body. */
      payload: string
      created_at: string
      attempts: Generated<number>
      attempted_at: string | null
      delivered_at: string | null
      /** When the last retry failed; null before that. */
      failed_at: string | null
      /** HTTP status of the last attempt; null if there was no response. */
      status: number | null
      /** Beginning of the response body of the last attempt; null if there was no response. */
      answer: string | null
      /** Duration of the last attempt; null before the first one, and if the secret could not be decrypted. */
      duration_ms: number | null
      /** Why the last attempt failed; null if it succeeded, or before the first one. */
      error: string | null
    }
  }
}
