/** Kinds of jobs that mail notices to a member. The key of a job is the member's id, so each member has at most one queued job of a kind. */
import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { z } from '#platform/contract/zod.ts'

const MemberPayloadSchema = z.object({ userId: z.number() })
export const mailNoticesJob = defineJobKind('notices.mail', MemberPayloadSchema)
export const digestJob = defineJobKind('notices.digest', MemberPayloadSchema, 'bulk')
