/** Retention of job runs, in days. Without zod, as the browser loads this module. */
export const RUN_DAYS = 90
