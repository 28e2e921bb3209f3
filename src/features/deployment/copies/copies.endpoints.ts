/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listCopiesCall = { method: 'GET', path: '/api/admin/sites' } as const
export const suspendCopyCall = { method: 'POST', path: '/api/admin/sites/:id/suspend' } as const
export const resumeCopyCall = { method: 'POST', path: '/api/admin/sites/:id/resume' } as const
export const deleteCopyCall = { method: 'DELETE', path: '/api/admin/sites/:id' } as const
export const changeCopyQuotasCall = { method: 'PATCH', path: '/api/admin/sites/:id/quotas' } as const
export const changeCopyNewsletterCall = { method: 'PATCH', path: '/api/admin/sites/:id/newsletter' } as const
export const getLaunchSettingsCall = { method: 'GET', path: '/api/admin/launching' } as const
export const answerLaunchQuestionCall = { method: 'POST', path: '/api/admin/launching/answer' } as const
export const changeLaunchSettingsCall = { method: 'PATCH', path: '/api/admin/launching' } as const
