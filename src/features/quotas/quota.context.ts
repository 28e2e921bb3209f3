/** Declares the quota tables. */
declare module '#db/tables.ts' {
  interface Tables {
    /** Main site only: limits of each tenant site and the quota that it last exceeded. */
    site_quotas: {
      launch_id: number
      /** JSON object with the limits that differ from the defaults. */
      limits: string
      /** The exceeded quota. */
      full_kind: string | null
      full_at: string | null
    }
    /** Number of costly calls by hour (UTC, `2026-01-31T09`). */
    quota_counts: { hour: string; calls: number }
  }
}

export {}
