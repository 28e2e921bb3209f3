/** Schema for names that users choose. */
import { findNameProblem, PLAIN_NAME_MESSAGES } from '#wording/plain-name.ts'
import { singleLine } from './single-line.ts'
import { z } from '#platform/contract/zod.ts'

/**
 * Creates a schema for one line without URLs or invisible characters. Callers add the length and their own messages.
 * @param missingMessage error message if the value is no string
 */
export const plainName = (missingMessage?: string) =>
  singleLine(missingMessage).check(
    z.superRefine((text: string, ctx) => {
      const problem = findNameProblem(text)
      // `singleLine` already reports line breaks and control characters.
      if (problem && !/[\p{Cc}\u2028\u2029]/u.test(text)) ctx.addIssue({ code: 'custom', message: PLAIN_NAME_MESSAGES[problem] })
    }),
  )
