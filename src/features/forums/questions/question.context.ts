/** Extends the types of the database with the table of accepted replies. */
declare module '#db/tables.ts' {
  interface Tables {
    accepted_replies: {
      topic_id: number
      reply_id: number
      accepted_at: string
      /** Id of the expert who confirmed the answer; null if no expert has. */
      confirmed_by: number | null
    }
  }
}

export {}
