/** Which picture a profile may name: members choose uploads; only administrators name another host, which the server then contacts. */
import type { OwnAccount } from '#features/accounts/account.contract.ts'
import { requestRemotePicture } from '#features/uploads/remote-picture.service.ts'
import { isListedUpload } from '#features/uploads/upload.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { badRequest } from '#platform/contract/errors.ts'

/** @throws AppError 400 for a picture that a member may not choose: one of another host, or a path that is no uploaded picture */
export async function rejectForeignAvatar(
  ctx: Pick<Context, 'db'>,
  { avatarUrl: before }: Pick<OwnAccount, 'avatarUrl'>,
  avatarUrl: string | undefined,
): Promise<void> {
  if (!avatarUrl || avatarUrl === before || (await isListedUpload(ctx, avatarUrl))) return
  const message = 'Please upload a picture.'
  throw badRequest(message, [{ path: 'avatarUrl', message }])
}

/** An administrator has given the address: it is fetched if it is of another host. */
export async function requestAvatar(ctx: Pick<Context, 'db'>, avatarUrl: string | undefined): Promise<void> {
  if (avatarUrl && /^https?:/i.test(avatarUrl)) await requestRemotePicture(ctx, avatarUrl)
}
