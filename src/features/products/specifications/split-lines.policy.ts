/** Maximum number of lines that a form accepts, and that pages show of older texts. It limits the rendering time of a page. */
export const MAX_LINES = 300

/** Splits a text into its non-empty lines, without a leading hyphen, asterisk or bullet. Lines beyond `MAX_LINES` are left out. */
export const splitLines = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split('\n', 2 * MAX_LINES)
    .map((line) => line.replace(/^\s*[-*•]\s*/, '').trim())
    .filter(Boolean)
    .slice(0, MAX_LINES)
