/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const getEnquiryStatusCall = { method: 'GET', path: '/api/enquiry-status/:key' } as const
export const addEnquiryMessageCall = { method: 'POST', path: '/api/enquiry-status/:key/messages' } as const
export const withdrawEnquiryCall = { method: 'POST', path: '/api/enquiry-status/:key/withdraw' } as const
export const eraseEnquiryCall = { method: 'DELETE', path: '/api/enquiry-status/:key' } as const
export const sendEnquiryLinksCall = { method: 'POST', path: '/api/enquiry-links' } as const
export const answerEnquiryCall = { method: 'POST', path: '/api/enquiries/:id/answers' } as const
