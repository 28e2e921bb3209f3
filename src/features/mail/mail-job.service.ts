/** The work of sending one mail. */
import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { z } from '#platform/contract/zod.ts'

/** Its key is the mail's number. */
export const sendMailJob = defineJobKind('mail.send', z.object({ mailId: z.number() }))
