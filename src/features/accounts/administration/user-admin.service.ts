/** What administrators do with accounts. */
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
import { closeAccount, withAdministratorLeft } from '#features/accounts/profile/personal-data/account-closure.service.ts'
import { requestAvatar } from '#features/accounts/profile/avatars/avatar-choice.service.ts'
import { correctProfile, guestAccountConflict } from '#features/accounts/profile/profile-correction.service.ts'
import { sendRecoveryLink, resetSecondFactor } from '#features/accounts/passwords/account-recovery.service.ts'
import * as sessions from '#features/accounts/sessions/session.queries.ts'
import { createAccount } from '#features/accounts/sign-in/sign-up.service.ts'

export async function createUser(ctx: Context, form: NewUser): Promise<AdminUser> {
  const { username, email, displayName, avatarUrl, isAdmin } = form
  return createAccount(ctx, form, async (inside, made) => {
    await requestAvatar(inside, avatarUrl)
    await recordAudit(inside, {
      action: 'user.create',
      subject: { type: 'user', id: made, title: username },
      after: { username, email, displayName, isAdmin },
    })
    return getAdminUser(inside, made)
  })
}

/** A new role ends the person's sessions; a restriction only keeps them from posting. */
export async function changeUser(ctx: Context, id: number, { isAdmin, isRestricted, ...profile }: UserChange): Promise<AdminUser> {
  return withAdministratorLeft(ctx, async (inside) => {
    const before = await getOpen(inside, id)
    if (id === GUEST_ID && (isAdmin ?? isRestricted) !== undefined) throw guestAccountConflict()
    await correctProfile(inside, before, profile)
    if (isRestricted !== undefined && isRestricted !== (before.state === 'restricted'))
      await queries.updateRestriction(inside, id, isRestricted ? new Date().toISOString() : null)
    if (isAdmin !== undefined && isAdmin !== before.isAdmin) {
      await queries.updateRole(inside, id, isAdmin)
      await sessions.deleteSessionsOfUser(inside, id)
    }
    if (isAdmin === false || isRestricted) await pauseWebhooksOf(inside, id)
    const after = await getAdminUser(inside, id)
    await recordEdit(inside, before, whatMatters(before), whatMatters(after))
    return after
  })
}

const whatMatters = ({ username, displayName, avatarUrl, email, isAdmin, state }: AdminUser) => ({
  username,
  displayName,
  avatarUrl,
  email,
  isAdmin,
  state,
})

export async function deleteUser(ctx: Context, id: number, features: AllFeatures): Promise<{ ok: true }> {
  await withAdministratorLeft(ctx, async (inside) => {
    const { username, email, isEmailConfirmed } = await getPerson(inside, id)
    // What others have sent with an address that is not proved to be theirs stays.
    await closeAccount(inside, { id, username, email: isEmailConfirmed ? email : null }, features)
  })
  return { ok: true }
}

export const sendUserPasswordLink = async (ctx: Context, id: number): Promise<{ ok: true }> =>
  sendRecoveryLink(ctx, await getPerson(ctx, id))

export const resetUserSecondFactor = async (ctx: Context, id: number): Promise<{ ok: true }> =>
  resetSecondFactor(ctx, await getPerson(ctx, id))

async function getPerson(ctx: Context, id: number): Promise<AdminUser> {
  if (id === GUEST_ID) throw guestAccountConflict()
  return getOpen(ctx, id)
}

async function getOpen(ctx: Context, id: number): Promise<AdminUser> {
  const user = await getAdminUser(ctx, id)
  if (user.state === 'deleted') throw notFound('user')
  return user
}
