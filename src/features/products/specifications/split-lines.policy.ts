/** A page with thousands of lines would take long to make, and nobody would read it: what a form may send, and what is shown of older texts. */
export const MAX_LINES = 300

/** One item per line; a leading hyphen, asterisk or bullet is dropped. Lines beyond `MAX_LINES` are left out. */
export const splitLines = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split('\n', 2 * MAX_LINES)
    .map((line) => line.replace(/^\s*[-*•]\s*/, '').trim())
    .filter(Boolean)
    .slice(0, MAX_LINES)
