/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
const ISSUES = '/api/admin/newsletter/issues'
export const listIssuesCall = { method: 'GET', path: ISSUES } as const
export const getIssueCall = { method: 'GET', path: `${ISSUES}/:id` } as const
export const draftIssueCall = { method: 'POST', path: ISSUES } as const
export const changeIssueCall = { method: 'PATCH', path: `${ISSUES}/:id` } as const
export const deleteIssueCall = { method: 'DELETE', path: `${ISSUES}/:id` } as const
export const previewIssueCall = { method: 'POST', path: '/api/admin/newsletter/preview' } as const
export const testIssueCall = { method: 'POST', path: `${ISSUES}/:id/test` } as const
export const sendIssueCall = { method: 'POST', path: `${ISSUES}/:id/send` } as const
export const unscheduleIssueCall = { method: 'POST', path: `${ISSUES}/:id/unschedule` } as const
export const pauseIssueCall = { method: 'POST', path: `${ISSUES}/:id/pause` } as const
export const resumeIssueCall = { method: 'POST', path: `${ISSUES}/:id/resume` } as const
export const listActivityCall = { method: 'GET', path: '/api/admin/newsletter/activity' } as const
export const countAudienceCall = { method: 'GET', path: '/api/admin/newsletter/audience' } as const
