/** Method and path of the call, without zod: the contract and the browser's client both read it here. */
export const getDeliverabilityCall = { method: 'GET', path: '/api/admin/deliverability' } as const
