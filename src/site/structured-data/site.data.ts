import { paths } from '#site/paths.ts'
import type { PageLocation } from './page-location.ts'
import type { Organization, WebSite } from './vocabulary.ts'

/** Names the publisher on every page; the home page says who that is. */
const publisherId = ({ origin }: PageLocation): string => `${origin}/#organization`

/** Enough to know the publisher by, on a page that is about something else. */
export const publisherData = (place: PageLocation) =>
  ({
    '@type': 'Organization',
    '@id': publisherId(place),
    name: place.site.name,
    url: place.origin + paths.home(),
    logo: { '@type': 'ImageObject', url: `${place.origin}/favicon.svg` },
  }) satisfies Organization

export const organizationData = (place: PageLocation): Organization => ({ ...publisherData(place), description: place.site.description })

export const webSiteData = (place: PageLocation): WebSite => ({
  '@type': 'WebSite',
  '@id': `${place.origin}/#website`,
  name: place.site.name,
  alternateName: `${place.site.name} ${place.site.tagline}`.trim(),
  url: place.origin + paths.home(),
  description: place.site.description,
  inLanguage: place.site.language,
  publisher: { '@id': publisherId(place) },
})
