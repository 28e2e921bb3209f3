/** Schema of single-line texts (names, titles, subjects), which cannot break a header, table or list that they are used in. */
import { z } from '#platform/contract/zod.ts'

/** Bidi controls reorder adjacent text: a title could show another file name or another member's name. */
const ONE_LINE = /^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$/u
/** Empty, or with a character other than whitespace, controls, fillers and combining marks. */
const VISIBLE = /^$|[^\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u
const INVISIBLE_MESSAGE = 'Please write at least one visible character'
const MESSAGE = 'Please write this on one line, without hidden characters'

/**
 * Trims, and rejects control characters (line breaks and tabs too), bidi controls, and texts without a visible character. They are not
 * replaced, so that the stored text is the entered one. Add lengths and messages as to any text schema.
 * @param missing message for no text
 */
export const singleLine = (missing?: string) => z.string(missing).trim().regex(ONE_LINE, MESSAGE).regex(VISIBLE, INVISIBLE_MESSAGE)
