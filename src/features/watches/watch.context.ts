/** Extends the types of the database with the table of watches. */
import type { WatchKind } from './watch-limits.policy.ts'

declare module '#db/tables.ts' {
  interface Tables {
    /** Contains the watches of categories, products and members; those of topics are in `topic_watches`. */
    watches: {
      user_id: number
      kind: WatchKind
      /** Id of the category, product or member, which may have been deleted. */
      subject_id: number
      created_at: string
    }
  }
}
