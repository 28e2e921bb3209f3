/** The maximum length in characters. Contract and forms import it from here, so that zod is not in the bundle of the forms. */
export const PASSKEY_NAME_MAX = 60
