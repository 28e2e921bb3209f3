/** Declares the tables of retention runs. */
declare module '#db/tables.ts' {
  interface Tables {
    /** Runs of a rule per day (UTC). */
    retention_runs: { rule: string; day: string; last_run_at: string; runs: number; removed: number }
  }
}

export {}
