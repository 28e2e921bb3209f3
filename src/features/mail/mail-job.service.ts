import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { z } from '#platform/contract/zod.ts'

/** Sends a single mail. Jobs are queued with the id of the mail as unique key. */
export const sendMailJob = defineJobKind('mail.send', z.object({ mailId: z.number() }))
