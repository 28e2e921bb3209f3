/** Joins class names with spaces; skips empty, false, null and undefined ones. */
export function joinClasses(...parts: Array<string | false | null | undefined>): string {
  return parts.filter(Boolean).join(' ')
}
