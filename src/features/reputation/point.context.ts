/** Extends the types of the database with the table of reputation points. */
import type { Generated } from 'kysely'
import type { VoteSubject } from '#db/tables.ts'

declare module '#db/tables.ts' {
  interface Tables {
    point_entries: {
      id: Generated<number>
      user_id: number
      points: number
      reason: string
      subject_type: VoteSubject | null
      subject_id: number | null
      created_at: string
    }
  }
}
