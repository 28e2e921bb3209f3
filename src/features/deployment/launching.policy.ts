/** Determines who may launch a site. */
import type { Installation, SiteSettings } from '#platform/contract/context.ts'

export type Launching = NonNullable<SiteSettings['launching']>

/**
 * Returns the stored setting or its default: `members` on a public installation, and `everyone` on a local machine.
 */
export const launchingOf = ({ launching }: Pick<SiteSettings, 'launching'>, { isPublic }: Pick<Installation, 'isPublic'>): Launching =>
  launching ?? (isPublic ? 'members' : 'everyone')
