/** Extends the types of the database with the table of visits to the forum. */
declare module '#db/tables.ts' {
  interface Tables {
    forum_visits: {
      user_id: number
      visited_at: string
      /** Time at which the visit before this one ended; null during the first one. */
      previous_visit_at: string | null
    }
  }
}

export {}
