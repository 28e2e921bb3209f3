/** Limits shared by contract and forms. Without zod, as the browser loads this module. */
export const SITE_NAME_MAX = 60
export const SITE_DESCRIPTION_MAX = 300
export const DOMAIN_NAME_MAX = 253
