/** Who may launch a site. */
import type { Installation, SiteSettings } from '#platform/contract/context.ts'

export type Launching = NonNullable<SiteSettings['launching']>

/**
 * Returns the stored setting or its default: on a public installation confirmed members and holders of an invitation, on a local machine
 * everyone.
 */
export const launchingOf = ({ launching }: Pick<SiteSettings, 'launching'>, { isPublic }: Pick<Installation, 'isPublic'>): Launching =>
  launching ?? (isPublic ? 'members' : 'everyone')
