/**
 * Widths of stored variants, in pixels. The URL of an uploaded picture contains its size, from which the URLs of its variants are derived:
 * `/uploads/3f9ab2c1d4e5-1600x900.webp` also exists as `/uploads/3f9ab2c1d4e5-1600x900/800.avif`.
 */
export const UPLOAD_WIDTHS = [400, 800, 1200, 1600, 2400] as const
export const UPLOAD_FORMATS = ['avif', 'webp'] as const
export type UploadFormat = (typeof UPLOAD_FORMATS)[number]

const UPLOAD_PATH_PATTERN = /^\/uploads\/([a-f0-9]{8,64})-(\d{1,5})x(\d{1,5})\.webp$/

export interface UploadPath {
  /** Hash and size, such as `3f9ab2c1d4e5-1600x900`. */
  name: string
  width: number
  height: number
  /** Available widths in pixels, ascending. */
  widths: number[]
}

/** Parses the URL of an uploaded picture. @returns its parts; `undefined` for any other URL */
export function parseUploadPath(url: string | null | undefined): UploadPath | undefined {
  const match = UPLOAD_PATH_PATTERN.exec(url ?? '')
  if (!match) return undefined
  const [, hash, widthText, heightText] = match
  const width = Number(widthText)
  return { name: `${hash}-${widthText}x${heightText}`, width, height: Number(heightText), widths: listVariantWidths(width) }
}

/** Lists the widths in pixels in which a picture of this width is stored, ascending; never wider than the original. */
export const listVariantWidths = (width: number): number[] => [...UPLOAD_WIDTHS.filter((uploadWidth) => uploadWidth < width), width]

/** Returns the `srcset` attribute of an uploaded picture in one format. */
export const toSrcSet = ({ name, widths }: UploadPath, format: UploadFormat): string =>
  widths.map((width) => `/uploads/${name}/${width}.${format} ${width}w`).join(', ')
