/** Endpoints to download the whole site as one file. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'

export const getArchiveEndpoint = endpoint('GET /api/admin/archive', {
  summary: 'Download the whole site as a ZIP: readable content, all rows and uploaded files. Password hashes only with a ticket.',
  isCostly: true,
  query: z.object({ ticket: z.string().max(100).optional() }),
  response: z.any(),
  access: 'admin',
  contentType: 'application/zip',
  rateLimit: { max: 30, minutes: 60 },
})

export const ArchiveTicketForm = z.object({
  password: z.string().min(1, 'Please enter your password.').max(200, 'That password is too long'),
})
export const ArchiveTicket = z.object({ ticket: z.string() })
export type ArchiveTicket = z.infer<typeof ArchiveTicket>
/** Browsers download by URL, and a password must not be part of a URL, so the download needs a ticket. */
export const createArchiveTicketEndpoint = endpoint('POST /api/admin/archive/tickets', {
  summary: 'Create a ticket for an archive with password hashes, by re-entering the password. Valid once, for a minute.',
  isQuotaExempt: true,
  body: ArchiveTicketForm,
  response: ArchiveTicket,
  extraStatuses: [429],
  access: 'admin',
})
