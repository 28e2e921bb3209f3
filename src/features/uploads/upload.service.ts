import type { Context } from '#platform/context.ts'
import { badInput } from '#platform/errors.ts'
import { readUploadAddress } from './upload-sizes.policy.ts'
import * as queries from './upload.queries.ts'

const NEEDED = 'Please describe the picture'

/**
 * The alternative text that goes with a picture: what was given, else what the upload came with.
 * @throws AppError 400 naming `imageAlt` when an uploaded picture would have none
 */
export async function describePicture(
  ctx: Pick<Context, 'db'>,
  image: string | null | undefined,
  given: string | null | undefined,
): Promise<string | null> {
  if (given || !image) return given || null
  const address = readUploadAddress(image)
  if (!address) return null
  const alt = (await queries.findByName(ctx, address.name))?.alt
  if (!alt) throw badInput(NEEDED, [{ path: 'imageAlt', message: NEEDED }])
  return alt
}
