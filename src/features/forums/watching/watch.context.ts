/** What the room adds to the types below it: its table. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    topic_watches: {
      topic_id: number
      user_id: number
      /** They have said so: posting again does not bring it back. */
      is_off: Generated<boolean>
      /** The last reply that they were told of, or that was there when they began. */
      told_reply_id: Generated<number>
      created_at: string
    }
  }
}
