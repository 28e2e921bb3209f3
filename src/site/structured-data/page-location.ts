/** Origin and settings of the current site, with which structured data builds its URLs. */
import { useOrigin } from '#site/origin.ts'
import { useSite } from '#site/shell/use-site.ts'
import type { SiteInfo } from '#features/sites/site.client.ts'
import type { ImageObject } from './vocabulary.ts'
import { SHARE_PICTURE, sharePicturePath, type ShareKind } from '#features/pictures/picture.client.ts'

export interface PageLocation {
  origin: string
  site: SiteInfo
}

export function usePageLocation(): PageLocation {
  return { origin: useOrigin(), site: useSite() }
}

/** Prepends the site's origin to a path. Absolute URLs are returned unchanged. */
export const absoluteUrl = ({ origin }: PageLocation, url: string): string => (/^https?:/.test(url) ? url : origin + url)

/** Returns the picture that represents a page in shared links. */
export const shareCardUrl = ({ origin }: PageLocation, kind: ShareKind, key: string | number): ImageObject => ({
  '@type': 'ImageObject',
  url: origin + sharePicturePath(kind, key),
  encodingFormat: SHARE_PICTURE.type,
})
