import { paths } from '#site/paths.ts'
import type { PageLocation } from './page-location.ts'
import type { Organization, WebSite } from './vocabulary.ts'

/** Returns the id of the publisher. It is the same on every page; the home page describes the publisher (organizationData). */
const getPublisherId = ({ origin }: PageLocation): string => `${origin}/#organization`

/** Returns the short description of the publisher, for pages about other things. */
export const publisherData = (location: PageLocation) =>
  ({
    '@type': 'Organization',
    '@id': getPublisherId(location),
    name: location.site.name,
    url: location.origin + paths.home(),
    logo: { '@type': 'ImageObject', url: `${location.origin}/favicon.svg` },
  }) satisfies Organization

export const organizationData = (location: PageLocation): Organization => ({
  ...publisherData(location),
  description: location.site.description,
})

export const webSiteData = (location: PageLocation): WebSite => ({
  '@type': 'WebSite',
  '@id': `${location.origin}/#website`,
  name: location.site.name,
  alternateName: `${location.site.name} ${location.site.tagline}`.trim(),
  url: location.origin + paths.home(),
  description: location.site.description,
  inLanguage: location.site.language,
  publisher: { '@id': getPublisherId(location) },
})
