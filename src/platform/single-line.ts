/** Text of one line: a name, a title, a subject. What it stands in (a header, a table, a list) is never broken by it. */
import { z } from './zod.ts'

const MESSAGE = 'Please write this on one line, without hidden characters'

/**
 * Line ends, tabs and the other control characters are refused, not replaced: what is stored is what was typed. Blanks around it
 * go first. Add lengths and messages as to any text.
 * @param missing what is said where there is no text at all
 */
export const singleLine = (missing?: string) =>
  z
    .string(missing)
    .trim()
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, MESSAGE)
