/** Renders previews of the mail templates with their sample data. */
import './mail.context.ts'
import type { Context } from '#platform/contract/context.ts'
import { unpagedList, type ListResult } from '#platform/contract/endpoint.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import { renderMailHtml } from './mail-html.ts'
import { toMailSite } from './mail-sender.policy.ts'
import { toMailText } from './mail-template.service.ts'
import type { MailPreview, MailTemplateName } from './mail.contract.ts'

/** Exported for features whose mails are not templates, such as newsletter issues. */
export { renderMailHtml } from './mail-html.ts'
export { toMailSite } from './mail-sender.policy.ts'

const collectTemplates = (features: AllFeatures) => features().flatMap(({ mails = [] }) => mails)

export const listMailTemplates = (features: AllFeatures): ListResult<MailTemplateName> =>
  unpagedList(collectTemplates(features).map(({ name, label }) => ({ name, label })))

export function previewMail({ site }: Pick<Context, 'site'>, features: AllFeatures, templateName: string): MailPreview {
  const template = collectTemplates(features).find((candidate) => candidate.name === templateName)
  if (!template) throw notFound('mail')
  const { name, label } = template
  const content = template.writeSample(toMailSite(site))
  return { name, label, subject: content.subject, text: toMailText(content), html: renderMailHtml(content, toMailSite(site)) }
}
