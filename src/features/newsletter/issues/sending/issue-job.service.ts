/** The work of sending the next batch of an issue, or of beginning it at its time. */
import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { z } from '#platform/contract/zod.ts'

/** Its key is the issue's number: of each there is one batch at a time. */
export const deliverIssueJob = defineJobKind('newsletter.deliver', z.object({ issueId: z.number() }), 'bulk')
