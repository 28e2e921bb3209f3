/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listEnquiriesCall = { method: 'GET', path: '/api/enquiries' } as const
export const exportEnquiriesCall = { method: 'GET', path: '/api/enquiries.csv' } as const
export const getEnquiryCall = { method: 'GET', path: '/api/enquiries/:id' } as const
export const changeEnquiryStatusCall = { method: 'PATCH', path: '/api/enquiries/:id/status' } as const
export const changeEnquiryNotesCall = { method: 'PATCH', path: '/api/enquiries/:id/notes' } as const
export const deleteEnquiryCall = { method: 'DELETE', path: '/api/enquiries/:id' } as const
export const enquiryTimelineCall = { method: 'GET', path: '/api/enquiries/:id/timeline' } as const
