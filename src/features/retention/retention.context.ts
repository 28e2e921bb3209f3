/** What the room adds to the types below it: its table. */
declare module '#db/tables.ts' {
  interface Tables {
    /** What a rule has done on a day. */
    retention_runs: { rule: string; day: string; last_run_at: string; runs: number; removed: number }
  }
}

export {}
