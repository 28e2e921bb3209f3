/** The first `max` characters and `...`, or the whole text when it is not longer. */
export function truncateSnippet(text: string, max: number): string {
  if (text.length <= max) return text
  const characters = [...text]
  return characters.length <= max ? text : `${characters.slice(0, max).join('')}...`
}
