/** Jobs that mail notices to a member. The unique key is the member's id. */
import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { z } from '#platform/contract/zod.ts'

const OfMember = z.object({ userId: z.number() })
export const mailNoticesJob = defineJobKind('notices.mail', OfMember)
export const digestJob = defineJobKind('notices.digest', OfMember, 'bulk')
