/** What this room adds to the database. */
declare module '#db/tables.ts' {
  interface Tables {
    /** Of the main site alone: what each copy may use, and the limit it met last. */
    site_quotas: {
      launch_id: number
      /** JSON: only the limits that differ from the usual ones. */
      limits: string
      full_kind: string | null
      full_at: string | null
    }
    /** Costly calls in an hour (UTC, `2026-01-31T09`). */
    quota_counts: { hour: string; calls: number }
  }
}

export {}
