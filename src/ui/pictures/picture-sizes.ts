/**
 * An uploaded picture's address tells its size, so that a page can name the smaller ones without asking:
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
  /** Every width that exists, the largest last. */
  widths: number[]
}

/** What an address says; undefined when it is not an upload's. */
export function parseUploadPath(url: string | null | undefined): UploadPath | undefined {
  const found = UPLOAD_PATH_PATTERN.exec(url ?? '')
  if (!found) return undefined
  const [, hash, w, h] = found
  const width = Number(w)
  return { name: `${hash}-${w}x${h}`, width, height: Number(h), widths: variantWidths(width) }
}

/** The widths that a picture of this width is stored in: never larger than itself. */
export const variantWidths = (width: number): number[] => [...UPLOAD_WIDTHS.filter((one) => one < width), width]

/** For a `srcset`. */
export const toSrcSet = ({ name, widths }: UploadPath, form: UploadFormat): string =>
  widths.map((width) => `/uploads/${name}/${width}.${form} ${width}w`).join(', ')
