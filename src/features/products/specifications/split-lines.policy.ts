/** Limits the rendering time of a page: the maximum that a form accepts, and that is shown of older texts. */
export const MAX_LINES = 300

/** One item per line; a leading hyphen, asterisk or bullet is dropped. Lines beyond `MAX_LINES` are left out. */
export const splitLines = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split('\n', 2 * MAX_LINES)
    .map((line) => line.replace(/^\s*[-*•]\s*/, '').trim())
    .filter(Boolean)
    .slice(0, MAX_LINES)
