/** Local storage keys of drafts begin so. */
export const DRAFT_PREFIX = 'draft:'

/** Whether any form has a draft on this device, of any account. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(DRAFT_PREFIX))
  } catch {
    return false
  }
}
