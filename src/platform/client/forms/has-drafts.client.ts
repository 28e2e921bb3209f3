/** Prefix of drafts' keys in local storage. */
export const DRAFT_PREFIX = 'draft:'

/** Whether there is a draft on this device, of any account. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(DRAFT_PREFIX))
  } catch {
    return false
  }
}
