/** The whole site as one file. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'

export const getArchiveEndpoint = endpoint('GET /api/admin/archive', {
  summary: 'The whole site as a ZIP: content to read, every row, and the uploaded files. Password hashes only with a ticket for them.',
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
/** A browser downloads by an address, and a password has no place in one. */
export const createArchiveTicketEndpoint = endpoint('POST /api/admin/archive/tickets', {
  summary: 'Show one’s password once more for an archive with password hashes. The ticket works once, for a minute.',
  needsNoRoom: true,
  body: ArchiveTicketForm,
  response: ArchiveTicket,
  extraStatuses: [429],
  access: 'admin',
})
