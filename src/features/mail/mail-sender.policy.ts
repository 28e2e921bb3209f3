/** Determines the sender name of a site and the footer of its mails. */
import type { Site } from '#platform/contract/context.ts'
import { cleanName } from '#wording/plain-name.ts'
import type { MailSite } from './mail-template.service.ts'

type SendingSite = Pick<Site, 'operator'> & { settings: Pick<Site['settings'], 'name' | 'language'> }

/** Returns the site data for mail templates, with a cleaned name: a stored name may contain text that is no longer allowed. */
export const toMailSite = ({ settings: { name, language }, operator }: SendingSite): MailSite => ({
  name: cleanName(name, 'This site'),
  language,
  ...(operator ? { operator } : {}),
})

/** Returns `Green Street via Net Zero` for a tenant site, so that recipients see who operates it; otherwise the site's name. */
export function getSenderName(site: SendingSite): string {
  const { name, operator } = toMailSite(site)
  return operator ? `${name} via ${operator.name}` : name
}

/** Returns the footer line of a tenant site's mails; undefined on the main site. */
export function getOperatorLine({ name, operator }: MailSite): string | undefined {
  if (!operator) return undefined
  const report = operator.abuseContact === undefined ? '' : ` To report abuse, write to ${operator.abuseContact}.`
  return `Sent by ${name} through ${operator.name}.${report}`
}
