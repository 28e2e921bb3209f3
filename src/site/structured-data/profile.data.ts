import { GUEST_ID, type User } from '#features/users/user.client.ts'
import { paths } from '#site/paths.ts'
import { absoluteUrl, type PageLocation } from './page-location.ts'
import { interactionCounter } from './topic.data.ts'
import type { ProfilePage } from './vocabulary.ts'

/** A member. The account that all guests share is nobody, and has none. */
export function profileData(place: PageLocation, user: User): ProfilePage | undefined {
  if (user.id === GUEST_ID) return undefined
  const { forums, products } = place.site.features
  const written = (forums ? user.posts + user.replies : 0) + (products ? user.reviews : 0)
  const url = place.origin + paths.user(user.id)
  return {
    '@type': 'ProfilePage',
    '@id': `${url}#page`,
    url,
    dateCreated: user.memberSince,
    inLanguage: place.site.language,
    mainEntity: {
      '@type': 'Person',
      '@id': `${url}#person`,
      name: user.displayName || user.username,
      alternateName: user.username,
      identifier: String(user.id),
      url,
      ...(user.avatarUrl ? { image: absoluteUrl(place, user.avatarUrl) } : {}),
      agentInteractionStatistic: [interactionCounter('WriteAction', written)],
    },
  }
}
