/** Endpoints of the outbox, which contains all mail from this site, sent or not, and of the template previews. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'

// oxlint-disable no-warning-comments -- `kept` is a stored state
/**
 * `waiting`: will be sent or retried. `failed`: has no more retries. `kept`: stored but never sent, because SMTP_URL is not set.
 * `suppressed`: not sent, because the recipient is on the suppression list.
 */
// oxlint-enable no-warning-comments
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
  /** Name of the feature and the purpose of the mail: `accounts.password-link`. */
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
