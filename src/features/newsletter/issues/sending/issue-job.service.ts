import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { z } from '#platform/contract/zod.ts'

/** The job that starts an issue or sends its next batch. The unique key is the issue's id: one batch at a time. */
export const deliverIssueJob = defineJobKind('newsletter.deliver', z.object({ issueId: z.number() }), 'bulk')
