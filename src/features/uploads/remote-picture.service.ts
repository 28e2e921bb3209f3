/**
 * Pictures of other hosts would tell those hosts who reads here. So each is fetched once, by the server, and stored as an upload; until
 * then, and when it cannot be had, readers see what stands for a missing picture. Rooms say which of their rows name one.
 */
import { findLowest } from '#db/find-lowest.ts'
import { earliestDue, timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
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

/** Between the attempts; after the last it is given up. */
const WAITS_MS = [5 * 60_000, 3_600_000, 86_400_000]
const MAX_AT_ONCE = 10
/** A row that names it again is fetched again. */
const KEPT_MS = 30 * 86_400_000

type FetchFrom = Pick<PublicFetchOptions, 'isAllowed'>

/**
 * The stored copy of a picture, fetched if need be.
 * @param from for a host of a test
 * @throws AppError 400 that says why it cannot be had; 429 or 507 at the end of a quota
 */
export async function fetchRemotePicture(ctx: Context, url: string, alt: string, from: FetchFrom = {}): Promise<Upload> {
  const known = await queries.findRemotePicture(ctx, url)
  if (known?.uploadName) return getUploadByName(ctx, known.uploadName)
  const { quotas } = ctx.site
  await quotas?.countCall()
  await quotas?.assertRoom('uploads', 1)
  await quotas?.assertRoom('bytes')
  const at = new Date()
  try {
    const bytes = await fetchFromPublic(url, { maxBytes: UPLOAD_MAX_BYTES, contentType: 'image/', ...from })
    const upload = await storeUpload({ site: ctx.site, db: ctx.db, log: ctx.log, viewer: null }, bytes, alt)
    const uploadName = upload.url.replace(/^\/uploads\/|\.webp$/g, '')
    await queries.upsertRemotePicture(ctx, url, { uploadName, attempts: 0, error: null, nextAttemptAt: null }, at.toISOString())
    return upload
  } catch (fault) {
    const reason = reasonOf(fault)
    const attempts = (known?.attempts ?? 0) + 1
    const wait = WAITS_MS[attempts - 1]
    const nextAttemptAt = wait === undefined ? null : new Date(at.getTime() + wait).toISOString()
    await queries.upsertRemotePicture(ctx, url, { uploadName: null, attempts, error: reason, nextAttemptAt }, at.toISOString())
    const message = `That picture could not be fetched. ${reason}`
    throw badRequest(message, [{ path: 'url', message }])
  }
}

/** Asks for a picture of a row that members can write too: without a request by an administrator it is never fetched. */
export const requestRemotePicture = (ctx: Pick<Context, 'db'>, url: string): Promise<void> =>
  queries.upsertPictureRequest(ctx, url, new Date().toISOString())

/** What the host, or the picture itself, is at fault for; anything else is ours. */
function reasonOf(fault: unknown): string {
  if (fault instanceof PublicFetchError) return fault.message
  if (fault instanceof AppError && fault.status < 500) return fault.message
  throw fault
}

/** Puts stored copies in the place of other hosts' addresses, and fetches those that are due. */
export async function replaceRemotePictures(ctx: Context, features: AllFeatures, from: FetchFrom = {}): Promise<NextDue> {
  const now = new Date()
  await queries.deleteRemotePicturesBefore(ctx, new Date(now.getTime() - KEPT_MS).toISOString())
  let fetched = 0
  for (const { list, replace } of features().flatMap(({ remotePictures = [] }) => remotePictures)) {
    for (const { url, alt } of await list(ctx, 100)) {
      const known = await queries.findRemotePicture(ctx, url)
      const isDue = known === undefined || (known.nextAttemptAt !== null && known.nextAttemptAt <= now.toISOString())
      if (known?.uploadName === null && !isDue) continue
      if (!known?.uploadName && fetched++ >= MAX_AT_ONCE) return now.toISOString()
      const upload = await fetchRemotePicture(ctx, url, alt, from).catch((fault: unknown) => {
        if (!(fault instanceof AppError)) throw fault
        ctx.log.info({ site: ctx.site.id, reason: fault.message }, 'a picture of another host could not be fetched')
        return undefined
      })
      if (upload) await replace(ctx, url, upload.url)
    }
  }
  const [nextAttempt, oldest] = await Promise.all([
    findLowest(ctx.db, 'remote_pictures', 'next_attempt_at'),
    findLowest(ctx.db, 'remote_pictures', 'created_at'),
  ])
  return earliestDue(nextAttempt, timeAfter(oldest, KEPT_MS))
}
