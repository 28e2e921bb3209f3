/** Extends the types of the database with the table of uploaded pictures. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    uploads: {
      id: Generated<number>
      name: string
      width: number
      height: number
      alt: string
      bytes: number
      user_id: number | null
      created_at: string
    }
  }
}
