/** Endpoints with which the administrator of a site reads and requests its permission to send newsletters and import addresses. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'

export const BULK_MAIL_STATES = ['none', 'requested', 'allowed'] as const
export const OwnBulkMail = z.object({
  /** State of the permission; always `allowed` on the main site. */
  state: z.enum(BULK_MAIL_STATES),
  /** Name of the main site, whose administrator decides about the request; null on the main site itself. */
  operator: z.string().nullable(),
})
export type OwnBulkMail = z.infer<typeof OwnBulkMail>

export const getBulkMailEndpoint = endpoint('GET /api/admin/newsletter/permission', {
  summary: 'Get this site’s permission to send newsletters and import addresses.',
  response: OwnBulkMail,
  access: 'admin',
})
export const requestBulkMailEndpoint = endpoint('POST /api/admin/newsletter/permission/request', {
  summary: 'Ask the main site’s administrator to allow newsletters and imports.',
  response: OwnBulkMail,
  status: 200,
  extraStatuses: [409],
  access: 'admin',
  rateLimit: { max: 10, minutes: 60 },
})
