/** Uploads avatars. The picture is decoded, scaled down and re-encoded. */
import type { OwnAccount } from '#features/accounts/account.contract.ts'
import { changeProfile, getAccount, pickAuditedFields } from '#features/accounts/account.service.ts'
import { requireViewer } from '#features/accounts/passwords/reauthentication.service.ts'
import { lockOwnAccount } from '#features/accounts/sessions/live-session.service.ts'
import { toPlainPicture, storePictureFiles } from '#features/uploads/upload.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { recordEdit } from '#features/accounts/profile/profile-history.service.ts'

/** The maximum width and height of an avatar: four times the largest display size, for high-density screens. */
const MAX_SIDE_PX = 400

export async function uploadAvatar(ctx: Context, bytes: Buffer): Promise<OwnAccount> {
  requireViewer(ctx)
  const name = await storePictureFiles(ctx, await toPlainPicture(bytes, MAX_SIDE_PX))
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockOwnAccount(trxCtx)
    const accountBefore = await getAccount(trxCtx)
    await changeProfile(trxCtx, accountBefore.id, { avatarUrl: `/uploads/${name}.webp` })
    await recordEdit(trxCtx, accountBefore, pickAuditedFields(accountBefore), pickAuditedFields(await getAccount(trxCtx)))
    return getAccount(trxCtx)
  })
}
