/** Declares the table of members' saved homes. */
declare module '#db/tables.ts' {
  interface Tables {
    own_homes: {
      user_id: number
      /** JSON object of type `OwnHome`. */
      answers: string
      changed_at: string
    }
  }
}

export {}
