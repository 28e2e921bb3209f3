/**
 * Fetches pictures from other hosts and stores them as uploads, because loading them from there would disclose the IP addresses of
 * visitors. Until a picture is fetched, and if it cannot be fetched, a placeholder is shown. Features declare their rows with such URLs
 * (`remotePictures`).
 */
import { findLowest } from '#db/find-lowest.ts'
import { findEarliest, addMs, type NextDue } from '#platform/jobs/jobs.ts'
import type { Context } from '#platform/contract/context.ts'
import { AppError, badRequest } from '#platform/contract/errors.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import { fetchFromPublic, type PublicFetchOptions } from '#platform/network/public-fetch.ts'
import { PublicFetchError } from '#platform/network/public-request.ts'
import type { Upload } from './upload.contract.ts'
import { UPLOAD_MAX_BYTES } from './upload-limits.policy.ts'
import { getUploadByName } from './upload.queries.ts'
import { storeUpload } from './upload.service.ts'
import * as queries from './remote-picture.queries.ts'

/** The delays after the first, second and third failed attempt. After the fourth, it is fetched only on request or after `RETENTION_MS`. */
const RETRY_DELAYS_MS = [5 * 60_000, 3_600_000, 86_400_000]
const MAX_FETCHES_PER_RUN = 10
/** How long the rows are stored. After that, a picture that is still referenced by its URL is fetched again. */
const RETENTION_MS = 30 * 86_400_000

type FetchOptions = Pick<PublicFetchOptions, 'isAllowed'>

/**
 * Returns the stored picture of a URL. Fetches the picture if it is not stored yet.
 * @param fetchOptions overrides allowed hosts, for tests
 * @throws AppError 400 with the reason if the picture cannot be fetched; 429 or 507 if a quota is exceeded
 */
export async function fetchRemotePicture(ctx: Context, url: string, alt: string, fetchOptions: FetchOptions = {}): Promise<Upload> {
  const storedRow = await queries.findRemotePicture(ctx, url)
  if (storedRow?.uploadName) return getUploadByName(ctx, storedRow.uploadName)
  const { quotas } = ctx.site
  await quotas?.countCall()
  await quotas?.assertWithinQuota('uploads', 1)
  await quotas?.assertWithinQuota('bytes')
  const startedAt = new Date()
  try {
    const bytes = await fetchFromPublic(url, { maxBytes: UPLOAD_MAX_BYTES, contentType: 'image/', ...fetchOptions })
    const upload = await storeUpload({ site: ctx.site, db: ctx.db, log: ctx.log, viewer: null }, bytes, alt)
    const uploadName = upload.url.replace(/^\/uploads\/|\.webp$/g, '')
    await queries.upsertRemotePicture(ctx, url, { uploadName, attempts: 0, error: null, nextAttemptAt: null }, startedAt.toISOString())
    return upload
  } catch (error) {
    const reason = getFailureReason(error)
    const attempts = (storedRow?.attempts ?? 0) + 1
    const delayMs = RETRY_DELAYS_MS[attempts - 1]
    const nextAttemptAt = delayMs === undefined ? null : new Date(startedAt.getTime() + delayMs).toISOString()
    await queries.upsertRemotePicture(ctx, url, { uploadName: null, attempts, error: reason, nextAttemptAt }, startedAt.toISOString())
    const message = `That picture could not be fetched. ${reason}`
    throw badRequest(message, [{ path: 'url', message }])
  }
}

/**
 * Requests that a picture be fetched. Necessary for rows that members can write too, whose pictures are fetched only if an administrator
 * requests it.
 */
export const requestRemotePicture = (ctx: Pick<Context, 'db'>, url: string): Promise<void> =>
  queries.upsertPictureRequest(ctx, url, new Date().toISOString())

/** @returns the message of the error if the host or the picture caused it @throws the error itself otherwise */
function getFailureReason(error: unknown): string {
  if (error instanceof PublicFetchError) return error.message
  if (error instanceof AppError && error.status < 500) return error.message
  throw error
}

/**
 * Fetches the pictures that are due, and replaces their URLs in the rows of the features. Runs as a job.
 * @returns when the next one is due: now, if more than `MAX_FETCHES_PER_RUN` are
 */
export async function replaceRemotePictures(ctx: Context, features: AllFeatures, fetchOptions: FetchOptions = {}): Promise<NextDue> {
  const now = new Date()
  await queries.deleteRemotePicturesBefore(ctx, new Date(now.getTime() - RETENTION_MS).toISOString())
  let fetchCount = 0
  for (const { list, replace } of features().flatMap(({ remotePictures = [] }) => remotePictures)) {
    for (const { url, alt } of await list(ctx, 100)) {
      const storedRow = await queries.findRemotePicture(ctx, url)
      const isDue = storedRow === undefined || (storedRow.nextAttemptAt !== null && storedRow.nextAttemptAt <= now.toISOString())
      if (storedRow?.uploadName === null && !isDue) continue
      if (!storedRow?.uploadName && fetchCount++ >= MAX_FETCHES_PER_RUN) return now.toISOString()
      const upload = await fetchRemotePicture(ctx, url, alt, fetchOptions).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        ctx.log.info({ site: ctx.site.id, reason: error.message }, 'fetching a remote picture failed')
        return undefined
      })
      if (upload) await replace(ctx, url, upload.url)
    }
  }
  const [nextAttemptAt, oldestCreatedAt] = await Promise.all([
    findLowest(ctx.db, 'remote_pictures', 'next_attempt_at'),
    findLowest(ctx.db, 'remote_pictures', 'created_at'),
  ])
  return findEarliest(nextAttemptAt, addMs(oldestCreatedAt, RETENTION_MS))
}
