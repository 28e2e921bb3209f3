/** Maximum length in characters. Contract and forms share it from here, so that the forms do not bundle zod. */
export const PASSKEY_NAME_MAX = 60
