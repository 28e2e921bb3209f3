import { GUEST_ID, type User } from '#features/users/user.client.ts'
import { paths } from '#site/paths.ts'
import { absoluteUrl, type PageLocation } from './page-location.ts'
import { interactionCounter } from './topic.data.ts'
import type { ProfilePage } from './vocabulary.ts'

/** Returns the data for a member's profile; undefined for the guest account, which all guests share, and for an invented member. */
export function profileData(location: PageLocation, user: User): ProfilePage | undefined {
  if (user.id === GUEST_ID || user.isDemo) return undefined
  const { forums, products } = location.site.features
  const contributions = (forums ? user.posts + user.replies : 0) + (products ? user.reviews : 0)
  const url = location.origin + paths.user(user.id)
  return {
    '@type': 'ProfilePage',
    '@id': `${url}#page`,
    url,
    dateCreated: user.memberSince,
    inLanguage: location.site.language,
    mainEntity: {
      '@type': 'Person',
      '@id': `${url}#person`,
      name: user.displayName || user.username,
      alternateName: user.username,
      identifier: String(user.id),
      url,
      ...(user.avatarUrl ? { image: absoluteUrl(location, user.avatarUrl) } : {}),
      agentInteractionStatistic: [interactionCounter('WriteAction', contributions)],
    },
  }
}
