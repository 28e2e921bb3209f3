/** Reads a picture and writes its sizes and forms; the one file that knows sharp. What the camera noted is left out. */
import sharp from 'sharp'
import { AppError, badRequest } from '#platform/contract/errors.ts'
import type { AddFile } from '#platform/files/site-files.ts'
import { fileKind } from './file-kind.policy.ts'
import { UPLOAD_WIDTHS, variantWidths } from '#ui/pictures/picture-sizes.ts'

/** More would take more memory than a server should give to one picture. */
const MAX_PIXELS = 50_000_000
const WIDEST = UPLOAD_WIDTHS[UPLOAD_WIDTHS.length - 1] ?? 2400
/** WebP can hold no more than 16,383. */
const TALLEST = 8000
const AVIF = { quality: 50, effort: 2, chromaSubsampling: '4:2:0' } as const
const WEBP = { quality: 80 } as const

// Only these four are ever decoded, whatever a file pretends to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'] })
sharp.cache(false)
sharp.concurrency(1)

export interface PixelSize {
  width: number
  height: number
}

/**
 * The size in which a picture will be stored: upright, and never larger than it came.
 * @throws AppError 415 for what is no picture of ours, 400 for what cannot be read
 */
export async function measurePicture(bytes: Buffer): Promise<PixelSize> {
  if (fileKind(bytes) === 'other')
    throw new AppError(415, 'upload.type', 'This kind of file cannot be used. Please choose a JPEG, PNG, WebP or AVIF picture.')
  const { width, height } = (await read(() => sharp(bytes, { limitInputPixels: false }).metadata())).autoOrient
  if (width * height > MAX_PIXELS)
    throw badRequest(`This picture is too large: ${width} × ${height} points. At most 50 million points can be used.`)
  const shrink = Math.min(1, WIDEST / width, TALLEST / height)
  return { width: Math.max(1, Math.round(width * shrink)), height: Math.max(1, Math.round(height * shrink)) }
}

/**
 * Makes every width of the picture, as AVIF and WebP.
 * @throws AppError 400 when the picture turns out to be broken
 */
export async function writeVariants(bytes: Buffer, { width: full, height }: PixelSize, add: AddFile): Promise<void> {
  for (const width of variantWidths(full)) {
    const { data, info } = await read(() =>
      sharp(bytes, { limitInputPixels: MAX_PIXELS })
        .autoOrient()
        .resize(width, Math.max(1, Math.round((height * width) / full)), { fit: 'fill' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true }),
    )
    const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    await add(`${width}.webp`, await pixels().webp(WEBP).toBuffer())
    await add(`${width}.avif`, await pixels().avif(AVIF).toBuffer())
  }
}

/**
 * One WebP of the picture.
 * @param maxSide in pixels; absent: the widest of the sizes
 * @throws AppError as `measurePicture`, and 400 when the picture turns out to be broken
 */
export async function toPlainPicture(bytes: Buffer, maxSide?: number): Promise<Buffer> {
  const measured = await measurePicture(bytes)
  const shrink = maxSide === undefined ? 1 : Math.min(1, maxSide / Math.max(measured.width, measured.height))
  const [width = 1, height = 1] = [measured.width, measured.height].map((side) => Math.max(1, Math.round(side * shrink)))
  return read(() =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize(width, height, { fit: 'fill' })
      .toColourspace('srgb')
      .webp(WEBP)
      .toBuffer(),
  )
}

async function read<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    throw badRequest('This is not a picture we can read.')
  }
}
