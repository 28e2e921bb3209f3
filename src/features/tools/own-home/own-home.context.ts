/** What a member's own home adds to the tables. */
declare module '#db/tables.ts' {
  interface Tables {
    own_homes: {
      user_id: number
      /** JSON: field → its text, as `own-home.policy.ts` has the fields. */
      answers: string
      changed_at: string
    }
  }
}

export {}
