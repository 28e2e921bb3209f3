/** Text of one line: a name, a title, a subject. What it stands in (a header, a table, a list) is never broken by it. */
import { z } from '#platform/contract/zod.ts'

/** Bidi controls reorder the text beside them: a title could show another file name, or another person's name. */
const ONE_LINE = /^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$/u
/** Empty, or with a character that is not a blank, a control, a filler or an accent alone. */
const VISIBLE = /^$|[^\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u
const INVISIBLE_MESSAGE = 'Please write at least one visible character'
const MESSAGE = 'Please write this on one line, without hidden characters'

/**
 * Line ends, tabs, other control characters, bidi controls, and texts without a visible character are refused, not replaced: what is
 * stored is what was typed. Blanks around it are removed first. Add lengths and messages as to any text.
 * @param missing what is said where there is no text at all
 */
export const singleLine = (missing?: string) => z.string(missing).trim().regex(ONE_LINE, MESSAGE).regex(VISIBLE, INVISIBLE_MESSAGE)
