/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const subscribeCall = { method: 'POST', path: '/api/newsletter' } as const
export const confirmSubscriptionCall = { method: 'POST', path: '/api/newsletter/confirm' } as const
export const unsubscribeCall = { method: 'POST', path: '/api/newsletter/unsubscribe' } as const
export const leaveWithOneClickCall = { method: 'POST', path: '/api/newsletter/one-click' } as const
