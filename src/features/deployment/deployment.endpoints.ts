/** Method and path of each call, and the limits of what is sent, without zod: the contract and the browser both read them here. */
export const getLaunchRulesCall = { method: 'GET', path: '/api/launching' } as const
export const launchCall = { method: 'POST', path: '/api/deployment' } as const
export const getDeploymentCall = { method: 'GET', path: '/api/deployment/:id' } as const
export const getKitCall = { method: 'GET', path: '/api/deployment/:id/kit' } as const

export const SITE_NAME_MAX = 60
export const SITE_DESCRIPTION_MAX = 300
export const DOMAIN_NAME_MAX = 253
