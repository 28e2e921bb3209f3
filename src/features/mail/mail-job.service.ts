import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { z } from '#platform/contract/zod.ts'

/** The job that sends one mail. Its unique key is the mail's id. */
export const sendMailJob = defineJobKind('mail.send', z.object({ mailId: z.number() }))
