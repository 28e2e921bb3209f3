import { hash } from 'node:crypto'
import { record } from '#features/audit/audit.service.ts'
import type { Context } from '#platform/context.ts'
import type { Listed, Paging } from '#platform/endpoint.ts'
import { badInput } from '#platform/errors.ts'
import { readUploadAddress } from '#ui/picture-sizes.ts'
import type { Upload } from './upload.contract.ts'
import { findFile, makeFiles, measure } from './upload.files.ts'
import * as queries from './upload.queries.ts'

const HASH_LENGTH = 24

/** Keeps a picture under a name made from its bytes. The same one again is one set of files, with the newest description. */
export async function storeUpload(ctx: Context, bytes: Buffer, alt: string): Promise<Upload> {
  const size = await measure(bytes)
  const name = `${hash('sha256', bytes).slice(0, HASH_LENGTH)}-${size.width}x${size.height}`
  await makeFiles(ctx.site.folder, name, bytes, size)
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const row = { name, ...size, alt, bytes: bytes.length, userId: ctx.viewer?.id ?? null, createdAt: new Date().toISOString() }
    const isNew = await queries.insert(inside, row)
    if (!isNew) await queries.setAlt(inside, name, alt)
    const upload = await queries.getByName(inside, name)
    if (isNew) await record(inside, { action: 'upload.create', subject: { type: 'upload', id: upload.id, title: alt } })
    else ctx.headers?.status?.(200)
    return upload
  })
}

export const listUploads = (ctx: Context, paging: Paging): Promise<Listed<Upload>> => queries.list(ctx, paging)

/** The file behind `/uploads/…` of a site; it may still not be there. */
export const findUploadFile = findFile

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
