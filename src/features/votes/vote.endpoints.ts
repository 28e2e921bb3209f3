/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const voteCall = { method: 'POST', path: '/api/votes' } as const
export const myVotesCall = { method: 'GET', path: '/api/votes/mine' } as const
