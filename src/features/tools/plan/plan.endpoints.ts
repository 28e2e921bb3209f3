/** Method and path of the call, without zod: the contract and the browser's client both read it here. */
export const makePlanCall = { method: 'GET', path: '/api/plan' } as const
