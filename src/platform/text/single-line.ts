/** Schema for single-line texts (names, titles, subjects), which cannot break the header, table or list in which they are shown. */
import { z } from '#platform/contract/zod.ts'

/**
 * Matches texts without control characters, line breaks and bidi controls. Bidi controls reorder adjacent text, which could disguise a file
 * name or a member's name.
 */
const ONE_LINE = /^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$/u
/** Matches texts that are empty or contain a character other than whitespace, controls, fillers and combining marks. */
const VISIBLE = /^$|[^\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u
const INVISIBLE_MESSAGE = 'Please write at least one visible character'
const ONE_LINE_MESSAGE = 'Please write this on one line, without hidden characters'

/**
 * Creates a schema that trims a text and rejects control characters (including line breaks and tabs), bidi controls, and texts without a
 * visible character. It does not replace them, so that the stored text is the entered one. Callers add the length and their own messages.
 * @param missingMessage error message if the value is no string
 */
export const singleLine = (missingMessage?: string) =>
  z.string(missingMessage).trim().regex(ONE_LINE, ONE_LINE_MESSAGE).regex(VISIBLE, INVISIBLE_MESSAGE)
