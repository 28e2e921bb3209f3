/**
 * Decodes pictures and encodes their variants, without metadata (EXIF, GPS). upload.files.ts loads this module, and thereby sharp, on
 * demand.
 */
import sharp from 'sharp'
import { AppError, badRequest } from '#platform/contract/errors.ts'
import type { AddFile } from '#platform/files/site-files.ts'
import { detectFileKind } from './file-kind.policy.ts'
import { UPLOAD_WIDTHS, listVariantWidths } from '#ui/pictures/picture-sizes.ts'

/** Limits the memory that decoding a picture takes. */
const MAX_PIXELS = 50_000_000
const MAX_WIDTH_PX = UPLOAD_WIDTHS[UPLOAD_WIDTHS.length - 1] ?? 2400
/** WebP allows at most 16,383 pixels. */
const MAX_HEIGHT_PX = 8000
const AVIF_OPTIONS = { quality: 50, effort: 2, chromaSubsampling: '4:2:0' } as const
const WEBP_OPTIONS = { quality: 80 } as const

// Enables only four decoders, so that no file of another kind is decoded.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'] })
sharp.cache(false)
sharp.concurrency(1)

export interface PixelSize {
  width: number
  height: number
}

/**
 * Returns the size in which a picture is stored: auto-oriented, scaled down to the maximum width and height, never scaled up.
 * @throws AppError 415 for an unsupported kind of file, 400 if the picture cannot be decoded or has too many pixels
 */
export async function measurePicture(bytes: Buffer): Promise<PixelSize> {
  if (detectFileKind(bytes) === 'other')
    throw new AppError(415, 'upload.type', 'This kind of file cannot be used. Please choose a JPEG, PNG, WebP or AVIF picture.')
  const { width, height } = (await decodeOrReject(() => sharp(bytes, { limitInputPixels: false }).metadata())).autoOrient
  if (width * height > MAX_PIXELS)
    throw badRequest(`This picture is too large: ${width} × ${height} pixels. The maximum is 50 million pixels.`)
  const scale = Math.min(1, MAX_WIDTH_PX / width, MAX_HEIGHT_PX / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Encodes the picture in all its widths, as AVIF and WebP, and passes the files to `addFile`.
 * @throws AppError 400 if the picture is damaged
 */
export async function writeVariants(bytes: Buffer, { width: fullWidth, height }: PixelSize, addFile: AddFile): Promise<void> {
  for (const width of listVariantWidths(fullWidth)) {
    const { data, info } = await decodeOrReject(() =>
      sharp(bytes, { limitInputPixels: MAX_PIXELS })
        .autoOrient()
        .resize(width, Math.max(1, Math.round((height * width) / fullWidth)), { fit: 'fill' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true }),
    )
    const createEncoder = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    await addFile(`${width}.webp`, await createEncoder().webp(WEBP_OPTIONS).toBuffer())
    await addFile(`${width}.avif`, await createEncoder().avif(AVIF_OPTIONS).toBuffer())
  }
}

/**
 * Encodes the picture as a single WebP file.
 * @param maxSidePx maximum width and height; default: the maximum size of uploads
 * @throws AppError as `measurePicture`, and 400 if the picture is damaged
 */
export async function toPlainPicture(bytes: Buffer, maxSidePx?: number): Promise<Buffer> {
  const fullSize = await measurePicture(bytes)
  const scale = maxSidePx === undefined ? 1 : Math.min(1, maxSidePx / Math.max(fullSize.width, fullSize.height))
  const [width = 1, height = 1] = [fullSize.width, fullSize.height].map((side) => Math.max(1, Math.round(side * scale)))
  return decodeOrReject(() =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize(width, height, { fit: 'fill' })
      .toColourspace('srgb')
      .webp(WEBP_OPTIONS)
      .toBuffer(),
  )
}

async function decodeOrReject<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch {
    throw badRequest('This picture cannot be read.')
  }
}
