/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const postEnquiryCall = { method: 'POST', path: '/api/enquiries' } as const
