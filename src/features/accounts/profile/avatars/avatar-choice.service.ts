/** Allowed avatar URLs: members choose uploads; only administrators may enter an external URL, which the server fetches (SSRF). */
import type { OwnAccount } from '#features/accounts/account.contract.ts'
import { requestRemotePicture } from '#features/uploads/remote-picture.service.ts'
import { isListedUpload } from '#features/uploads/upload.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { badRequest } from '#platform/contract/errors.ts'

/** @throws AppError 400 for an external URL, or a path that is not an uploaded picture */
export async function assertAvatarAllowed(
  ctx: Pick<Context, 'db'>,
  { avatarUrl: before }: Pick<OwnAccount, 'avatarUrl'>,
  avatarUrl: string | undefined,
): Promise<void> {
  if (!avatarUrl || avatarUrl === before || (await isListedUpload(ctx, avatarUrl))) return
  const message = 'Please upload a picture.'
  throw badRequest(message, [{ path: 'avatarUrl', message }])
}

/** Queues the download of an external URL that an administrator has entered. */
export async function requestAvatarDownload(ctx: Pick<Context, 'db'>, avatarUrl: string | undefined): Promise<void> {
  if (avatarUrl && /^https?:/i.test(avatarUrl)) await requestRemotePicture(ctx, avatarUrl)
}
