/** Adds the tables of this feature to the database types. */
declare module '#db/tables.ts' {
  interface Tables {
    /** Number of calls per network and endpoint. Used in the main site's database only, for all sites of the installation. */
    rate_limits: { key: string; hits: number; resets_at: string }
    /** Hashes of counted visits, stored until the visit may be counted again. */
    visits: { key: string; expires_at: string }
    /** Encrypted salt for each day (UTC), with which IP addresses are hashed. */
    daily_salts: { day: string; sealed: string }
  }
}

export {}
