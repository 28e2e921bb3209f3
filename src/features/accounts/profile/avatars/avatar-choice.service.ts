/** Decides which avatar URLs are allowed. Only administrators may enter an external URL, because the server fetches it (SSRF). */
import type { OwnAccount } from '#features/accounts/account.contract.ts'
import { requestRemotePicture } from '#features/uploads/remote-picture.service.ts'
import { isListedUpload } from '#features/uploads/upload.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { badRequest } from '#platform/contract/errors.ts'

/** Accepts the current avatar, none, or a picture in the list of uploads. @throws AppError 400 for any other URL or path */
export async function assertAvatarAllowed(
  ctx: Pick<Context, 'db'>,
  { avatarUrl: before }: Pick<OwnAccount, 'avatarUrl'>,
  avatarUrl: string | undefined,
): Promise<void> {
  if (!avatarUrl || avatarUrl === before || (await isListedUpload(ctx, avatarUrl))) return
  const message = 'Please upload a picture.'
  throw badRequest(message, [{ path: 'avatarUrl', message }])
}

/** Queues the download of an external URL that an administrator has entered. Ignores uploaded pictures. */
export async function requestAvatarDownload(ctx: Pick<Context, 'db'>, avatarUrl: string | undefined): Promise<void> {
  if (avatarUrl && /^https?:/i.test(avatarUrl)) await requestRemotePicture(ctx, avatarUrl)
}
