/**
 * Decodes pictures and encodes their variants, without metadata (EXIF, GPS). upload.files.ts loads this module, and thereby sharp, on
 * demand.
 */
import sharp from 'sharp'
import { AppError, badRequest } from '#platform/contract/errors.ts'
import type { AddFile } from '#platform/files/site-files.ts'
import { detectFileKind } from './file-kind.policy.ts'
import { UPLOAD_WIDTHS, listVariantWidths } from '#ui/pictures/picture-sizes.ts'

/** Bounds the memory per picture. */
const MAX_PIXELS = 50_000_000
const MAX_WIDTH = UPLOAD_WIDTHS[UPLOAD_WIDTHS.length - 1] ?? 2400
/** Below WebP's limit of 16,383 pixels. */
const MAX_HEIGHT = 8000
const AVIF = { quality: 50, effort: 2, chromaSubsampling: '4:2:0' } as const
const WEBP = { quality: 80 } as const

// Only these four decoders are enabled, whatever the type of a file.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'] })
sharp.cache(false)
sharp.concurrency(1)

export interface PixelSize {
  width: number
  height: number
}

/**
 * Returns the size in which a picture will be stored: auto-oriented, and not larger than the original.
 * @throws AppError 415 for an unsupported kind of file, 400 if it cannot be decoded or is too large
 */
export async function measurePicture(bytes: Buffer): Promise<PixelSize> {
  if (detectFileKind(bytes) === 'other')
    throw new AppError(415, 'upload.type', 'This kind of file cannot be used. Please choose a JPEG, PNG, WebP or AVIF picture.')
  const { width, height } = (await decode(() => sharp(bytes, { limitInputPixels: false }).metadata())).autoOrient
  if (width * height > MAX_PIXELS)
    throw badRequest(`This picture is too large: ${width} × ${height} pixels. The maximum is 50 million pixels.`)
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Encodes every width of the picture, as AVIF and WebP.
 * @throws AppError 400 if the picture is damaged
 */
export async function writeVariants(bytes: Buffer, { width: full, height }: PixelSize, add: AddFile): Promise<void> {
  for (const width of listVariantWidths(full)) {
    const { data, info } = await decode(() =>
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
 * Encodes the picture as one WebP.
 * @param maxSide in pixels; default: the maximum size of uploads
 * @throws AppError as `measurePicture`, and 400 if the picture is damaged
 */
export async function toPlainPicture(bytes: Buffer, maxSide?: number): Promise<Buffer> {
  const measured = await measurePicture(bytes)
  const scale = maxSide === undefined ? 1 : Math.min(1, maxSide / Math.max(measured.width, measured.height))
  const [width = 1, height = 1] = [measured.width, measured.height].map((side) => Math.max(1, Math.round(side * scale)))
  return decode(() =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize(width, height, { fit: 'fill' })
      .toColourspace('srgb')
      .webp(WEBP)
      .toBuffer(),
  )
}

async function decode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    throw badRequest('This picture cannot be read.')
  }
}
