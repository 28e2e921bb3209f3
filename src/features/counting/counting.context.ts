/** Tables of this feature. */
declare module '#db/tables.ts' {
  interface Tables {
    /** Calls per network and endpoint. Main site only, for all sites of the installation. */
    rate_limits: { key: string; hits: number; resets_at: string }
    /** Hashes of counted visits, until they may be counted again. */
    visits: { key: string; expires_at: string }
    /** Encrypted salt of one day (UTC), for hashing IP addresses. */
    daily_salts: { day: string; sealed: string }
  }
}

export {}
