/** Limits that the contract and forms share. The module does not import zod, because the browser loads it. */
export const SITE_NAME_MAX = 60
export const SITE_DESCRIPTION_MAX = 300
export const DOMAIN_NAME_MAX = 253
