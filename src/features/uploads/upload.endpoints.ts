/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const uploadCall = { method: 'POST', path: '/api/uploads' } as const
export const fetchPictureCall = { method: 'POST', path: '/api/uploads/remote' } as const
export const listUploadsCall = { method: 'GET', path: '/api/uploads' } as const
