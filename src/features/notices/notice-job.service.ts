/** The work of telling a member by mail. Its key is the member's number. */
import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { z } from '#platform/contract/zod.ts'

const OfMember = z.object({ userId: z.number() })
export const mailNoticesJob = defineJobKind('notices.mail', OfMember)
export const digestJob = defineJobKind('notices.digest', OfMember, 'bulk')
