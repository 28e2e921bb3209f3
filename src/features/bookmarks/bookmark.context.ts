/** Extends the types of the database with the table of bookmarks. */
import type { BookmarkKind } from './bookmark-limits.policy.ts'

declare module '#db/tables.ts' {
  interface Tables {
    bookmarks: {
      user_id: number
      kind: BookmarkKind
      /** Id of the topic, reply, article or product, which may have been deleted. */
      subject_id: number
      /** Empty if the member has written none. */
      note: string
      created_at: string
    }
  }
}
