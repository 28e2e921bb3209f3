/** Adds the table of muted members. */
declare module '#db/tables.ts' {
  interface Tables {
    /** Members whose posts `user_id` does not want to see. */
    mutes: { user_id: number; muted_id: number; created_at: string }
  }
}

export {}
