/** Limits that the contract and forms share. The module does not import zod, because the browser loads it. */
export const INVITATION_NOTE_MAX = 100
export const INVITATION_MAX_USES = 100
export const INVITATION_MAX_DAYS = 90
export const INVITATION_DEFAULT_DAYS = 14
