/** One item per line; a leading hyphen, asterisk or bullet is dropped. */
export const splitLines = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•]\s*/, '').trim())
    .filter(Boolean)
