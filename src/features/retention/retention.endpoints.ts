/** Method and path of the call, without zod: the contract and the browser's client both read it here. */
export const listRetentionCall = { method: 'GET', path: '/api/admin/retention' } as const
/** How long the lines of runs are kept. */
export const RUN_DAYS = 90
