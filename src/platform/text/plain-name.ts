/** The schema of a name that strangers choose. */
import { findNameProblem, PLAIN_NAME_MESSAGES } from '#wording/plain-name.ts'
import { singleLine } from './single-line.ts'
import { z } from '#platform/contract/zod.ts'

/** One line without a web address or invisible characters. Add lengths and messages as to any text. */
export const plainName = (missing?: string) =>
  singleLine(missing).check(
    z.superRefine((text: string, ctx) => {
      const problem = findNameProblem(text)
      // A line break or a control character has been refused by `singleLine`.
      if (problem && !/[\p{Cc}\u2028\u2029]/u.test(text)) ctx.addIssue({ code: 'custom', message: PLAIN_NAME_MESSAGES[problem] })
    }),
  )
