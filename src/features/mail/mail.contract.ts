/** The outbox: every mail this site has written, sent or kept. */
import { z } from '#platform/zod.ts'
import { endpoint, Id, Paging } from '#platform/endpoint.ts'
import { listMailCall, resendMailCall } from './mail.endpoints.ts'

/** `kept`: there is no SMTP_URL; `waiting`: will be tried (again); `failed`: given up. */
export const MailState = z.enum(['sent', 'waiting', 'failed', 'kept'])
export const Mail = z.object({
  id: z.number(),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  /** Whom an answer reaches, where that is not the sender. */
  replyTo: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  state: MailState,
  attempts: z.number(),
  lastError: z.string().nullable(),
})
export type Mail = z.infer<typeof Mail>
export const listMailEndpoint = endpoint({
  ...listMailCall,
  summary: 'The outbox, newest first.',
  query: Paging,
  response: z.array(Mail),
  list: true,
  access: 'admin',
})
export const resendMailEndpoint = endpoint({
  ...resendMailCall,
  summary: 'Try a mail again that was kept or given up.',
  params: z.object({ id: Id }),
  response: Mail,
  extraStatuses: [409],
  status: 200,
  access: 'admin',
})
