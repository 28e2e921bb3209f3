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

/** Delays between the attempts; no further attempt after the last one. */
const RETRY_DELAYS_MS = [5 * 60_000, 3_600_000, 86_400_000]
const MAX_FETCHES_PER_RUN = 10
/** Retention of the rows; a picture that is referenced again after it is fetched again. */
const RETENTION_MS = 30 * 86_400_000

type FetchFrom = Pick<PublicFetchOptions, 'isAllowed'>

/**
 * Returns the stored picture of a URL, and fetches it if necessary.
 * @param from overrides allowed hosts, for tests
 * @throws AppError 400 with the reason if it cannot be fetched; 429 or 507 if a quota is exceeded
 */
export async function fetchRemotePicture(ctx: Context, url: string, alt: string, from: FetchFrom = {}): Promise<Upload> {
  const known = await queries.findRemotePicture(ctx, url)
  if (known?.uploadName) return getUploadByName(ctx, known.uploadName)
  const { quotas } = ctx.site
  await quotas?.countCall()
  await quotas?.assertWithinQuota('uploads', 1)
  await quotas?.assertWithinQuota('bytes')
  const at = new Date()
  try {
    const bytes = await fetchFromPublic(url, { maxBytes: UPLOAD_MAX_BYTES, contentType: 'image/', ...from })
    const upload = await storeUpload({ site: ctx.site, db: ctx.db, log: ctx.log, viewer: null }, bytes, alt)
    const uploadName = upload.url.replace(/^\/uploads\/|\.webp$/g, '')
    await queries.upsertRemotePicture(ctx, url, { uploadName, attempts: 0, error: null, nextAttemptAt: null }, at.toISOString())
    return upload
  } catch (error) {
    const reason = reasonOf(error)
    const attempts = (known?.attempts ?? 0) + 1
    const delayMs = RETRY_DELAYS_MS[attempts - 1]
    const nextAttemptAt = delayMs === undefined ? null : new Date(at.getTime() + delayMs).toISOString()
    await queries.upsertRemotePicture(ctx, url, { uploadName: null, attempts, error: reason, nextAttemptAt }, at.toISOString())
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

/** @returns the reason if the host or the picture caused the error @throws any other error */
function reasonOf(error: unknown): string {
  if (error instanceof PublicFetchError) return error.message
  if (error instanceof AppError && error.status < 500) return error.message
  throw error
}

/**
 * Fetches the pictures that are due, and replaces their URLs in the rows of the features. Runs as a job.
 * @returns when the next one is due
 */
export async function replaceRemotePictures(ctx: Context, features: AllFeatures, fetchOptions: FetchOptions = {}): Promise<NextDue> {
  const now = new Date()
  await queries.deleteRemotePicturesBefore(ctx, new Date(now.getTime() - RETENTION_MS).toISOString())
  let fetched = 0
  for (const { list, replace } of features().flatMap(({ remotePictures = [] }) => remotePictures)) {
    for (const { url, alt } of await list(ctx, 100)) {
      const known = await queries.findRemotePicture(ctx, url)
      const isDue = known === undefined || (known.nextAttemptAt !== null && known.nextAttemptAt <= now.toISOString())
      if (known?.uploadName === null && !isDue) continue
      if (!known?.uploadName && fetched++ >= MAX_FETCHES_PER_RUN) return now.toISOString()
      const upload = await fetchRemotePicture(ctx, url, alt, from).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        ctx.log.info({ site: ctx.site.id, reason: error.message }, 'fetching a remote picture failed')
        return undefined
      })
      if (upload) await replace(ctx, url, upload.url)
    }
  }
  const [nextAttempt, oldest] = await Promise.all([
    findLowest(ctx.db, 'remote_pictures', 'next_attempt_at'),
    findLowest(ctx.db, 'remote_pictures', 'created_at'),
  ])
  return findEarliest(nextAttempt, addMs(oldest, RETENTION_MS))
}
