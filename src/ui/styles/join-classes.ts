/** Joins class names and leaves out what is empty or false. */
export function joinClasses(...parts: Array<string | false | null | undefined>): string {
  return parts.filter(Boolean).join(' ')
}
