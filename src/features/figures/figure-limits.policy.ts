/** Length limits shared by the contract and the forms. Must not import zod, as the browser loads this module. */
export const REFERENCE_VALUE_NOTE_MAX = 1000
export const SOURCE_TITLE_MAX = 200
export const SOURCE_URL_MAX = 1000
