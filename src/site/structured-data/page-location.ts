/** Where this site answers, what it is called and how it speaks: every address in the data is of this very site. */
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

/** A path of this site with its origin; an address that is whole already stays. */
export const absoluteUrl = ({ origin }: PageLocation, address: string): string => (/^https?:/.test(address) ? address : origin + address)

/** The card that stands for a page where it is shared. */
export const shareCardUrl = ({ origin }: PageLocation, kind: ShareKind, key: string | number): ImageObject => ({
  '@type': 'ImageObject',
  url: origin + sharePicturePath(kind, key),
  encodingFormat: SHARE_PICTURE.type,
})
