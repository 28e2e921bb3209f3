/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listJobsCall = { method: 'GET', path: '/api/admin/jobs' } as const
export const getHeldJobsCall = { method: 'GET', path: '/api/admin/held-jobs' } as const
export const resumeHeldJobsCall = { method: 'POST', path: '/api/admin/held-jobs/resume' } as const
export const discardHeldJobsCall = { method: 'POST', path: '/api/admin/held-jobs/discard' } as const
export const retryJobCall = { method: 'POST', path: '/api/admin/jobs/:id/retry' } as const
export const discardJobCall = { method: 'DELETE', path: '/api/admin/jobs/:id' } as const
