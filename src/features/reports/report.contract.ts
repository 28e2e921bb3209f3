/** Reports of content by members and visitors. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, idInBody } from '#platform/contract/endpoint.ts'
import { emailAddress } from '#platform/text/email-address.ts'
import { ILLEGAL_KIND_KEYS, REPORT_KIND_KEYS, REPORT_REASON_KEYS, REPORT_TEXT_MAX } from './report-reason.policy.ts'

const TEXT_NEEDED = 'Please describe the problem.'
export const NewReport = z
  .object({
    kind: z.enum(REPORT_KIND_KEYS),
    /** Id of the topic, reply, review, member or picture. Pictures of reviews and of posts have different ids. */
    id: idInBody(),
    reason: z.enum(REPORT_REASON_KEYS, 'Choose a reason'),
    /** Only with the reason `illegal`. */
    illegalKind: z.enum(ILLEGAL_KIND_KEYS).optional(),
    text: z.string().trim().max(REPORT_TEXT_MAX).optional(),
    /** Visitors get the decision by mail to this address. Members are notified instead. */
    email: emailAddress().optional(),
  })
  .refine(({ reason, text }) => reason !== 'other' || Boolean(text), { path: ['text'], message: TEXT_NEEDED })
export type NewReport = z.infer<typeof NewReport>

/** The case that collects all reports of the same subject. */
export const FiledReport = z.object({
  /** Target time of the decision. */
  dueAt: z.string(),
})
export type FiledReport = z.infer<typeof FiledReport>

export const fileReportEndpoint = endpoint('POST /api/reports', {
  summary: 'Report a topic, reply, review, profile or picture to the moderators.',
  body: NewReport,
  response: FiledReport,
  extraStatuses: [409, 429],
  rateLimit: { max: 10, minutes: 10 },
})
