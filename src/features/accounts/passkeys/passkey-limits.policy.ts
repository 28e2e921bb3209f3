/** Limits shared by the contract and the forms; without zod, to keep it out of the bundle. */
export const PASSKEY_NAME_MAX = 60
