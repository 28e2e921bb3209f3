import type { NextDue } from '#platform/jobs/jobs.ts'
import { hash } from 'node:crypto'
import { recordAudit } from '#features/audit/audit.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { badRequest } from '#platform/contract/errors.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import { parseUploadPath } from '#ui/pictures/picture-sizes.ts'
import type { Upload } from './upload.contract.ts'
import { measurePicture, removeOrphanFiles, toUploadPath, writePlainPicture, writeUploadFiles, type PixelSize } from './upload.files.ts'
import * as queries from './upload.queries.ts'

const HASH_LENGTH = 24

/** The files of a picture that another room keeps the row of, which says so in its `pictureNames`. @returns its name, made from its bytes */
export async function storePictureFiles(ctx: Pick<Context, 'site'>, bytes: Buffer): Promise<string> {
  const size = await measurePicture(bytes)
  const name = nameOf(bytes, size)
  await writeUploadFiles(ctx.site.files, name, bytes, size)
  return name
}

/** The picture as one WebP that shows what it showed, and says nothing of camera or place. For what is not to be public. */
export const makePlainPicture = writePlainPicture

const nameOf = (bytes: Buffer, { width, height }: PixelSize): string => `${hash('sha256', bytes).slice(0, HASH_LENGTH)}-${width}x${height}`

/** Keeps a picture under a name made from its bytes. The same one again is one set of files, with the newest description. */
export async function storeUpload(ctx: Context, bytes: Buffer, alt: string): Promise<Upload> {
  const size = await measurePicture(bytes)
  const name = nameOf(bytes, size)
  await writeUploadFiles(ctx.site.files, name, bytes, size)
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const row = { name, ...size, alt, bytes: bytes.length, userId: ctx.viewer?.id ?? null, createdAt: new Date().toISOString() }
    const isNew = await queries.insertUpload(inside, row)
    if (!isNew) await queries.updateUploadAlt(inside, name, alt)
    const upload = await queries.getUploadByName(inside, name)
    if (isNew) await recordAudit(inside, { action: 'upload.create', subject: { type: 'upload', id: upload.id, title: alt } })
    else ctx.headers?.status?.(200)
    return upload
  })
}

export const listUploads = (ctx: Context, paging: Paging): Promise<ListResult<Upload>> => queries.listUploadRows(ctx, paging)

/** Housekeeping: files that a process left which ended before their row was written. */
export async function removeOrphanUploads(ctx: Context, features: AllFeatures): Promise<NextDue> {
  const { removed, nextAt } = await removeOrphanFiles(ctx.site.files, async (names) => {
    const known = await queries.findKnownNames(ctx, names)
    for (const { pictureNames } of features()) {
      const rest = names.filter((name) => !known.has(name))
      if (rest.length > 0 && pictureNames) for (const name of await pictureNames(ctx, rest)) known.add(name)
    }
    return known
  })
  if (removed > 0) ctx.log.warn({ site: ctx.site.id, removed }, 'pictures that belong to nothing were taken away')
  return nextAt === undefined ? null : new Date(nextAt).toISOString()
}

/**
 * Whether a picture belongs to hidden things alone and must not be served. One that is also in the list of uploads, or that another feature
 * shows, is public there.
 */
export async function isWithheldPicture(ctx: Pick<Context, 'db'>, features: AllFeatures, name: string): Promise<boolean> {
  if (await queries.findUploadByName(ctx, name)) return false
  for (const holder of features()) {
    if (!(await holder.withheldPictureNames?.(ctx, [name]))?.has(name)) continue
    for (const other of features()) if (other !== holder && (await other.pictureNames?.(ctx, [name]))?.has(name)) return false
    return true
  }
  return false
}

/** The path of the file behind `/uploads/…` among the files of a site; it may still not be there. */
export const uploadPathOf = toUploadPath

/** Whether the path is that of an uploaded picture which administrators choose from. */
export async function isListedUpload(ctx: Pick<Context, 'db'>, path: string): Promise<boolean> {
  const upload = parseUploadPath(path)
  return upload !== undefined && (await queries.findUploadByName(ctx, upload.name)) !== undefined
}

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
  const address = parseUploadPath(image)
  if (!address) return null
  const alt = (await queries.findUploadByName(ctx, address.name))?.alt
  if (!alt) throw badRequest(NEEDED, [{ path: 'imageAlt', message: NEEDED }])
  return alt
}
