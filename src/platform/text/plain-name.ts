/** Schema of names that users choose. */
import { findNameProblem, PLAIN_NAME_MESSAGES } from '#wording/plain-name.ts'
import { singleLine } from './single-line.ts'
import { z } from '#platform/contract/zod.ts'

/** One line without URLs or invisible characters. Add lengths and messages as to any text schema. @param missing message for no text */
export const plainName = (missing?: string) =>
  singleLine(missing).check(
    z.superRefine((text: string, ctx) => {
      const problem = findNameProblem(text)
      // `singleLine` has reported line breaks and control characters already.
      if (problem && !/[\p{Cc}\u2028\u2029]/u.test(text)) ctx.addIssue({ code: 'custom', message: PLAIN_NAME_MESSAGES[problem] })
    }),
  )
