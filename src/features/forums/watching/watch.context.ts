/** Extends the types of the database with the table of topic watches. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    topic_watches: {
      topic_id: number
      user_id: number
      /** Whether the member has stopped watching. Posting in the topic does not turn the watch on again. */
      is_off: Generated<boolean>
      /** Id of the last reply that the member was notified of, or that existed when they started watching; 0 if there was none. */
      told_reply_id: Generated<number>
      created_at: string
    }
  }
}
