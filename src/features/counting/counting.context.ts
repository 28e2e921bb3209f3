/** What this room adds to the database. */
declare module '#db/tables.ts' {
  interface Tables {
    /** How often a network has called one endpoint; of the main site alone, and of all its copies. */
    rate_limits: { key: string; hits: number; resets_at: string }
    /** Hashes of visits that have been counted, until they would count again. */
    visits: { key: string; expires_at: string }
    /** The salt that addresses are hashed with on one day (UTC), encrypted. */
    daily_salts: { day: string; sealed: string }
  }
}

export {}
