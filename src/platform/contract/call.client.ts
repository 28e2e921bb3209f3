/** API calls are named by method and path: `'GET /api/products/:slug'`. */
export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Splits a call into method and path. */
export const splitCall = (call: string) => call.split(' ', 2) as [HttpMethod, string]
