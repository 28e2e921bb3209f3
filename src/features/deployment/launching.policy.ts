/** Who may launch a copy. */
import type { Installation, SiteSettings } from '#platform/contract/context.ts'

export type Launching = NonNullable<SiteSettings['launching']>

/**
 * Until an administrator has chosen: on an installation that strangers can reach, confirmed members and people with an invitation; on
 * one's own machine, everyone.
 */
export const launchingOf = ({ launching }: Pick<SiteSettings, 'launching'>, { isPublic }: Pick<Installation, 'isPublic'>): Launching =>
  launching ?? (isPublic ? 'members' : 'everyone')
