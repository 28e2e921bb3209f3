/** Lets administrators create, change and close accounts, and help members who cannot sign in. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { pauseWebhooksOf } from '#features/webhooks/webhook.service.ts'
import type { AdminUser, NewUser, UserChange } from '#features/users/user-admin.contract.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { getAdminUser } from '#features/users/user.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import { notFound } from '#platform/contract/errors.ts'
import { recordEdit } from '#features/accounts/profile/profile-history.service.ts'
import * as queries from './administrator.queries.ts'
import { closeAccount, withLastAdministratorCheck } from '#features/accounts/profile/personal-data/account-closure.service.ts'
import { requestAvatarDownload } from '#features/accounts/profile/avatars/avatar-choice.service.ts'
import { correctProfile, guestAccountConflict } from '#features/accounts/profile/profile-correction.service.ts'
import { sendRecoveryLink, resetSecondFactor } from '#features/accounts/passwords/account-recovery.service.ts'
import * as sessions from '#features/accounts/sessions/session.queries.ts'
import { createAccount } from '#features/accounts/sign-in/sign-up.service.ts'

export async function createUser(ctx: Context, form: NewUser): Promise<AdminUser> {
  const { username, email, displayName, avatarUrl, isAdmin } = form
  return createAccount(ctx, form, async (trxCtx, userId) => {
    await requestAvatarDownload(trxCtx, avatarUrl)
    await recordAudit(trxCtx, {
      action: 'user.create',
      subject: { type: 'user', id: userId, title: username },
      after: { username, email, displayName, isAdmin },
    })
    return getAdminUser(trxCtx, userId)
  })
}

/**
 * Changes profile, role and restriction. A change of role ends the member's sessions; a restriction does not. The loss of the role and a
 * restriction pause the webhooks that the member created.
 */
export async function changeUser(ctx: Context, id: number, { isAdmin, isRestricted, ...profile }: UserChange): Promise<AdminUser> {
  return withLastAdministratorCheck(ctx, async (trxCtx) => {
    const userBefore = await getActiveUser(trxCtx, id)
    if (id === GUEST_ID && (isAdmin ?? isRestricted) !== undefined) throw guestAccountConflict()
    await correctProfile(trxCtx, userBefore, profile)
    if (isRestricted !== undefined && isRestricted !== (userBefore.state === 'restricted'))
      await queries.updateRestriction(trxCtx, id, isRestricted ? new Date().toISOString() : null)
    if (isAdmin !== undefined && isAdmin !== userBefore.isAdmin) {
      await queries.updateRole(trxCtx, id, isAdmin)
      await sessions.deleteSessionsOfUser(trxCtx, id)
    }
    if (isAdmin === false || isRestricted) await pauseWebhooksOf(trxCtx, id)
    const userAfter = await getAdminUser(trxCtx, id)
    await recordEdit(trxCtx, userBefore, pickAuditedFields(userBefore), pickAuditedFields(userAfter))
    return userAfter
  })
}

const pickAuditedFields = ({ username, displayName, avatarUrl, email, isAdmin, state }: AdminUser) => ({
  username,
  displayName,
  avatarUrl,
  email,
  isAdmin,
  state,
})

export async function deleteUser(ctx: Context, id: number, features: AllFeatures): Promise<{ ok: true }> {
  await withLastAdministratorCheck(ctx, async (trxCtx) => {
    const { username, email, isEmailConfirmed } = await getMember(trxCtx, id)
    // Data with an unconfirmed email may belong to another person, so it is not deleted.
    await closeAccount(trxCtx, { id, username, email: isEmailConfirmed ? email : null }, features)
  })
  return { ok: true }
}

export const sendUserPasswordLink = async (ctx: Context, id: number): Promise<{ ok: true }> =>
  sendRecoveryLink(ctx, await getMember(ctx, id))

export const resetUserSecondFactor = async (ctx: Context, id: number): Promise<{ ok: true }> =>
  resetSecondFactor(ctx, await getMember(ctx, id))

async function getMember(ctx: Context, id: number): Promise<AdminUser> {
  if (id === GUEST_ID) throw guestAccountConflict()
  return getActiveUser(ctx, id)
}

async function getActiveUser(ctx: Context, id: number): Promise<AdminUser> {
  const user = await getAdminUser(ctx, id)
  if (user.state === 'deleted') throw notFound('user')
  return user
}
