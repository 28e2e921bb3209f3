/** What the room adds to the types below it: its tables. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    webhooks: {
      id: Generated<number>
      url: string
      description: string
      /** JSON: the names of the events it is told of. */
      events: string
      /** Sealed. */
      secret: string
      /** Sealed: the one before, which signs as well until then. */
      old_secret: string | null
      old_secret_until: string | null
      created_at: string
      /** The administrator who has set its URL; `null`: not known. */
      created_by: number | null
      paused_at: string | null
      /** Null: an administrator has paused it. */
      paused_reason: string | null
      /** Since when nothing has arrived. */
      failing_since: string | null
    }
    webhook_deliveries: {
      id: Generated<number>
      webhook_id: number
      /** The same at every webhook that is told of the event, and however often it is tried. */
      event_id: string
      event: string
      /** The body that is sent. */
      payload: string
      created_at: string
      attempts: Generated<number>
      attempted_at: string | null
      delivered_at: string | null
      /** Given up. */
      failed_at: string | null
      /** Of the last attempt, like the next three. */
      status: number | null
      /** Its beginning. */
      answer: string | null
      duration_ms: number | null
      error: string | null
    }
  }
}
