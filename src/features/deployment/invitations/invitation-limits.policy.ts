/** Limits shared by contract and forms. Without zod, as the browser loads this module. */
export const INVITATION_NOTE_MAX = 100
export const INVITATION_MAX_USES = 100
export const INVITATION_MAX_DAYS = 90
export const INVITATION_DEFAULT_DAYS = 14
