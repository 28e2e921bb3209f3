import type { NextDue } from '#platform/jobs/jobs.ts'
import { hash } from 'node:crypto'
import { recordAudit } from '#features/audit/audit.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { badRequest } from '#platform/contract/errors.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import { parseUploadPath } from '#ui/pictures/picture-sizes.ts'
import type { Upload } from './upload.contract.ts'
import { measurePicture, removeOrphanFiles, toUploadPath, encodeAsWebp, writeUploadFiles, type PixelSize } from './upload.files.ts'
import * as queries from './upload.queries.ts'

const HASH_LENGTH = 24

/**
 * Stores the files of a picture for a feature that has its own row for it (`pictureNames`).
 * @returns the name: hash of the bytes and size
 * @throws AppError as `measurePicture`
 */
export async function storePictureFiles(ctx: Pick<Context, 'site'>, bytes: Buffer): Promise<string> {
  const size = await measurePicture(bytes)
  const name = createName(bytes, size)
  await writeUploadFiles(ctx.site.files, name, bytes, size)
  return name
}

/** Re-encodes a picture as a single WebP without metadata (camera, GPS). */
export const toPlainPicture = encodeAsWebp

const createName = (bytes: Buffer, { width, height }: PixelSize): string =>
  `${hash('sha256', bytes).slice(0, HASH_LENGTH)}-${width}x${height}`

/**
 * Stores a picture under a hash of its content, so that uploading it again only updates the alternative text, with status 200.
 * @throws AppError as `measurePicture`
 */
export async function storeUpload(ctx: Context, bytes: Buffer, alt: string): Promise<Upload> {
  const size = await measurePicture(bytes)
  const name = createName(bytes, size)
  await writeUploadFiles(ctx.site.files, name, bytes, size)
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const row = { name, ...size, alt, bytes: bytes.length, userId: ctx.viewer?.id ?? null, createdAt: new Date().toISOString() }
    const isNew = await queries.insertUpload(trxCtx, row)
    if (!isNew) await queries.updateUploadAlt(trxCtx, name, alt)
    const upload = await queries.getUploadByName(trxCtx, name)
    if (isNew) await recordAudit(trxCtx, { action: 'upload.create', subject: { type: 'upload', id: upload.id, title: alt } })
    else ctx.headers?.status?.(200)
    return upload
  })
}

export const listUploads = (ctx: Context, paging: Paging): Promise<ListResult<Upload>> => queries.listUploadRows(ctx, paging)

/**
 * Deletes pictures without a row in `uploads` or in another feature. Runs as a job.
 * @returns when the next picture is old enough to be checked
 */
export async function removeOrphanUploads(ctx: Context, features: AllFeatures): Promise<NextDue> {
  const { removed, nextDueAtMs } = await removeOrphanFiles(ctx.site.files, async (names) => {
    const knownNames = await queries.findKnownNames(ctx, names)
    for (const { pictureNames } of features()) {
      const unknownNames = names.filter((name) => !knownNames.has(name))
      if (unknownNames.length > 0 && pictureNames) for (const name of await pictureNames(ctx, unknownNames)) knownNames.add(name)
    }
    return knownNames
  })
  if (removed > 0) ctx.log.warn({ site: ctx.site.id, removed }, 'orphaned pictures deleted')
  return nextDueAtMs === undefined ? null : new Date(nextDueAtMs).toISOString()
}

/**
 * Whether a picture belongs only to hidden content and must not be served. A picture that is also in the list of uploads, or that another
 * feature uses, is public.
 */
export async function isWithheldPicture(ctx: Pick<Context, 'db'>, features: AllFeatures, name: string): Promise<boolean> {
  if (await queries.findUploadByName(ctx, name)) return false
  for (const withholdingFeature of features()) {
    if (!(await withholdingFeature.withheldPictureNames?.(ctx, [name]))?.has(name)) continue
    for (const otherFeature of features())
      if (otherFeature !== withholdingFeature && (await otherFeature.pictureNames?.(ctx, [name]))?.has(name)) return false
    return true
  }
  return false
}

/** Returns name, format and path of an uploaded file, which may not exist; `undefined` if the URL path is not that of a picture. */
export const uploadPathOf = toUploadPath

/** Whether the path belongs to a picture in the list of uploads. */
export async function isListedUpload(ctx: Pick<Context, 'db'>, path: string): Promise<boolean> {
  const upload = parseUploadPath(path)
  return upload !== undefined && (await queries.findUploadByName(ctx, upload.name)) !== undefined
}

const ALT_REQUIRED = 'Please describe the picture'

/**
 * Returns the alternative text of a picture: the submitted one, or else that of the upload; `null` if there is neither.
 * @throws AppError 400 for `imageAlt` if an uploaded picture would have no text
 */
export async function describePicture(
  ctx: Pick<Context, 'db'>,
  image: string | null | undefined,
  submittedAlt: string | null | undefined,
): Promise<string | null> {
  if (submittedAlt || !image) return submittedAlt || null
  const upload = parseUploadPath(image)
  if (!upload) return null
  const alt = (await queries.findUploadByName(ctx, upload.name))?.alt
  if (!alt) throw badRequest(ALT_REQUIRED, [{ path: 'imageAlt', message: ALT_REQUIRED }])
  return alt
}
