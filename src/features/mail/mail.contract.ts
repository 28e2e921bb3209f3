/** The outbox: all mail of this site, sent or not. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'

// oxlint-disable-next-line no-warning-comments -- a stored state
/** `kept`: SMTP_URL is not set; `waiting`: will be sent or retried; `failed`: no more retries; `suppressed`: the address is suppressed. */
export const MailState = z.enum(['sent', 'waiting', 'failed', 'kept', 'suppressed'])
export const Mail = z.object({
  id: z.number(),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  /** Reply-To address; null: replies go to the sender. */
  replyTo: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  state: MailState,
  attempts: z.number(),
  lastError: z.string().nullable(),
})
export type Mail = z.infer<typeof Mail>
export const listMailEndpoint = endpoint('GET /api/admin/mail', {
  summary: 'List the outbox, newest first.',
  query: Paging,
  response: z.array(Mail),
  list: true,
  access: 'admin',
})
export const resendMailEndpoint = endpoint('POST /api/admin/mail/:id/send', {
  summary: 'Resend a mail that was kept, suppressed or has failed.',
  params: z.object({ id: Id }),
  response: Mail,
  extraStatuses: [409],
  status: 200,
  access: 'admin',
})

export const MailTemplateName = z.object({
  /** `accounts.password-link` */
  name: z.string(),
  label: z.string(),
})
export type MailTemplateName = z.infer<typeof MailTemplateName>
export const listMailTemplatesEndpoint = endpoint('GET /api/admin/mail-templates', {
  summary: 'List the mail templates.',
  response: z.array(MailTemplateName),
  list: true,
  access: 'admin',
})
export const MailPreview = MailTemplateName.extend({ subject: z.string(), text: z.string(), html: z.string() })
export type MailPreview = z.infer<typeof MailPreview>
export const previewMailEndpoint = endpoint('GET /api/admin/mail-templates/:name', {
  summary: 'Preview a mail template with invented data.',
  params: z.object({
    name: z
      .string()
      .max(100)
      .regex(/^[a-z-]+\.[a-z-]+$/),
  }),
  response: MailPreview,
  access: 'admin',
})
