/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const getArchiveCall = { method: 'GET', path: '/api/admin/archive' } as const
export const createArchiveTicketCall = { method: 'POST', path: '/api/admin/archive/tickets' } as const
