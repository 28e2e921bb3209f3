import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { z } from '#platform/contract/zod.ts'

/** Starts an issue or sends its next batch. Jobs are queued with the issue id as unique key, so that only one batch is sent at a time. */
export const deliverIssueJob = defineJobKind('newsletter.deliver', z.object({ issueId: z.number() }), 'bulk')
