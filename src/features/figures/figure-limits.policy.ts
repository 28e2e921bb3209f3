/** Length limits in characters that the contract and the forms share. This module must not import zod, as the browser loads it. */
export const REFERENCE_VALUE_NOTE_MAX = 1000
export const SOURCE_TITLE_MAX = 200
export const SOURCE_URL_MAX = 1000
