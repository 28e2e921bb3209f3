/** Extends the types of the database with the table of the writing feature. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    post_pictures: {
      id: Generated<number>
      user_id: number
      /** The post that contains the picture. Both are null until the post is sent. */
      topic_id: number | null
      reply_id: number | null
      /** Name of the picture's folder among the uploads. */
      name: string
      alt: string
      bytes: number
      created_at: string
    }
  }
}
