/** As whom a site appears in its mails. */
import type { Site } from '#platform/contract/context.ts'
import { cleanName } from '#wording/plain-name.ts'
import type { MailSite } from './mail-template.service.ts'

type SendingSite = Pick<Site, 'operator'> & { settings: Pick<Site['settings'], 'name' | 'language'> }

/** A stored name that is not allowed (any more) is shown without what is not allowed. */
export const toMailSite = ({ settings: { name, language }, operator }: SendingSite): MailSite => ({
  name: cleanName(name, 'This site'),
  language,
  ...(operator ? { operator } : {}),
})

/** `Green Street via Net Zero`: readers see who sends for a tenant site. */
export function senderNameOf(site: SendingSite): string {
  const { name, operator } = toMailSite(site)
  return operator ? `${name} via ${operator.name}` : name
}

/** The line at the foot of a tenant site's mails; undefined on the main site. */
export function operatorLineOf({ name, operator }: MailSite): string | undefined {
  if (!operator) return undefined
  const report = operator.abuseContact === undefined ? '' : ` To report abuse, write to ${operator.abuseContact}.`
  return `Sent by ${name} through ${operator.name}.${report}`
}
