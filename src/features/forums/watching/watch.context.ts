/** Adds the table of watches. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    topic_watches: {
      topic_id: number
      user_id: number
      /** The member has stopped watching: posting again does not restart it. */
      is_off: Generated<boolean>
      /** The last reply that the member was notified of, or that existed when they started watching. */
      told_reply_id: Generated<number>
      created_at: string
    }
  }
}
