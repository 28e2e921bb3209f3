/** Method and path of each call, and the limits of what is sent, without zod: the contract and the browser both read them here. */
export const getSettingsCall = { method: 'GET', path: '/api/admin/settings' } as const
export const changeSettingsCall = { method: 'PATCH', path: '/api/admin/settings' } as const

export const SETTING_NAME_MAX = 60
export const SETTING_TAGLINE_MAX = 80
export const SETTING_DESCRIPTION_MAX = 300
export const SETTING_ENQUIRY_EMAIL_MAX = 500
/** Ten years. */
export const ENQUIRY_MONTHS_MAX = 120
