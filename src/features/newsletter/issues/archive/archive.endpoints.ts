/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listPastIssuesCall = { method: 'GET', path: '/api/newsletter/issues' } as const
export const getPastIssueCall = { method: 'GET', path: '/api/newsletter/issues/:id' } as const
