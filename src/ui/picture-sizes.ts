/**
 * An uploaded picture's address tells its size, so that a page can name the smaller ones without asking:
 * `/uploads/3f9ab2c1d4e5-1600x900.webp` also exists as `/uploads/3f9ab2c1d4e5-1600x900/800.avif`.
 */
export const UPLOAD_WIDTHS = [400, 800, 1200, 1600, 2400] as const
export const UPLOAD_FORMS = ['avif', 'webp'] as const
export type UploadForm = (typeof UPLOAD_FORMS)[number]

const ADDRESS = /^\/uploads\/([a-f0-9]{8,64})-(\d{1,5})x(\d{1,5})\.webp$/

export interface UploadAddress {
  /** `3f9ab2c1d4e5-1600x900` */
  name: string
  width: number
  height: number
  /** Every width that exists, the largest last. */
  widths: number[]
}

/** What an address says; undefined when it is not an upload's. */
export function readUploadAddress(address: string | null | undefined): UploadAddress | undefined {
  const found = ADDRESS.exec(address ?? '')
  if (!found) return undefined
  const [, hash, w, h] = found
  const width = Number(w)
  return { name: `${hash}-${w}x${h}`, width, height: Number(h), widths: widthsOf(width) }
}

/** The widths that a picture of this width is stored in: never larger than itself. */
export const widthsOf = (width: number): number[] => [...UPLOAD_WIDTHS.filter((one) => one < width), width]

/** For a `srcset`. */
export const sourceSet = ({ name, widths }: UploadAddress, form: UploadForm): string =>
  widths.map((width) => `/uploads/${name}/${width}.${form} ${width}w`).join(', ')
