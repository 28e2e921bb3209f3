/**
 * The URL of an uploaded picture contains its size, from which the URLs of its variants are derived:
 * `/uploads/3f9ab2c1d4e5-1600x900.webp` also exists as `/uploads/3f9ab2c1d4e5-1600x900/800.avif`.
 */
export const UPLOAD_WIDTHS = [400, 800, 1200, 1600, 2400] as const
export const UPLOAD_FORMATS = ['avif', 'webp'] as const
export type UploadFormat = (typeof UPLOAD_FORMATS)[number]

const UPLOAD_PATH_PATTERN = /^\/uploads\/([a-f0-9]{8,64})-(\d{1,5})x(\d{1,5})\.webp$/

export interface UploadPath {
  /** `3f9ab2c1d4e5-1600x900` */
  name: string
  width: number
  height: number
  /** Available widths in pixels, ascending. */
  widths: number[]
}

/** Parses the URL of an upload. @returns `undefined` for any other URL */
export function parseUploadPath(url: string | null | undefined): UploadPath | undefined {
  const match = UPLOAD_PATH_PATTERN.exec(url ?? '')
  if (!match) return undefined
  const [, hash, w, h] = match
  const width = Number(w)
  return { name: `${hash}-${w}x${h}`, width, height: Number(h), widths: variantWidths(width) }
}

/** Lists the widths in which a picture of this width is stored, ascending; never wider than the original. */
export const variantWidths = (width: number): number[] => [...UPLOAD_WIDTHS.filter((one) => one < width), width]

/** Returns the `srcset` of an upload in one format. */
export const toSrcSet = ({ name, widths }: UploadPath, form: UploadFormat): string =>
  widths.map((width) => `/uploads/${name}/${width}.${form} ${width}w`).join(', ')
