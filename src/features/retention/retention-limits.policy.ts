/** Runs of jobs are deleted after so many days. Without zod, as the browser loads this module. */
export const RUN_DAYS = 90
