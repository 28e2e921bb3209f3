/** Limits that the server and the forms share. Without zod, as the browser loads this module. */
export const PASSKEY_NAME_MAX = 60
