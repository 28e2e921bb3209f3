/** Extends the types of the database with the versions of edited posts. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    /** Contains the original and each later version of posts that were edited, including the current one. */
    post_versions: {
      id: Generated<number>
      subject_type: 'topic' | 'reply'
      subject_id: number
      /** Null for replies. */
      title: string | null
      content: string
      edited_by: 'author' | 'moderator'
      created_at: string
    }
  }
}
