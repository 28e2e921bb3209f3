/**
 * Defines limits that contract and forms share, in characters except for the months. This module must not import zod, because the browser
 * loads this module.
 */
export const SETTING_NAME_MAX = 60
export const SETTING_TAGLINE_MAX = 80
export const SETTING_DESCRIPTION_MAX = 300
export const SETTING_ENQUIRY_EMAIL_MAX = 500
/** The maximum number of months, which is ten years. */
export const ENQUIRY_MONTHS_MAX = 120
