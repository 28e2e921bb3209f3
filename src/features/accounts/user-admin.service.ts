/** What administrators do with accounts. */
import { record } from '#features/audit/audit.service.ts'
import type { AdminUser, NewUser, UserChange } from '#features/users/user-admin.contract.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { getAdminUser } from '#features/users/user.service.ts'
import type { Context } from '#platform/context.ts'
import { notFound } from '#platform/errors.ts'
import { recordEdit } from './account.service.ts'
import * as queries from './administrator.queries.ts'
import { closeAccount, keepingAnAdministrator } from './closing.service.ts'
import { correctProfile, isTheGuest } from './correction.service.ts'
import { sendLink, takeSecondFactorOff } from './helping.service.ts'
import * as sessions from './session.queries.ts'
import { makeAccount } from './sign-up.service.ts'

export async function createUser(ctx: Context, form: NewUser): Promise<AdminUser> {
  const { username, email, displayName, isAdmin } = form
  const id = await makeAccount(ctx, form, (inside, made) =>
    record(inside, {
      action: 'user.create',
      subject: { type: 'user', id: made, title: username },
      after: { username, email, displayName, isAdmin },
    }),
  )
  return getAdminUser(ctx, id)
}

/** A new role ends the person's sessions; a restriction only keeps them from posting. */
export async function changeUser(ctx: Context, id: number, { isAdmin, isRestricted, ...profile }: UserChange): Promise<AdminUser> {
  const before = await getOpen(ctx, id)
  if (id === GUEST_ID && (isAdmin ?? isRestricted) !== undefined) throw isTheGuest()
  await keepingAnAdministrator(ctx, async (inside) => {
    await correctProfile(inside, before, profile)
    if (isRestricted !== undefined && isRestricted !== (before.state === 'restricted'))
      await queries.setRestriction(inside, id, isRestricted ? new Date().toISOString() : null)
    if (isAdmin !== undefined && isAdmin !== before.isAdmin) {
      await queries.setRole(inside, id, isAdmin)
      await sessions.removeAllOf(inside, id)
    }
    await recordEdit(inside, before, whatMatters(before), whatMatters(await getAdminUser(inside, id)))
  })
  return getAdminUser(ctx, id)
}

const whatMatters = ({ username, displayName, avatarUrl, email, isAdmin, state }: AdminUser) => ({
  username,
  displayName,
  avatarUrl,
  email,
  isAdmin,
  state,
})

export async function deleteUser(ctx: Context, id: number): Promise<{ ok: true }> {
  await closeAccount(ctx, await getPerson(ctx, id))
  return { ok: true }
}

export const helpWithPassword = async (ctx: Context, id: number): Promise<{ ok: true }> => sendLink(ctx, await getPerson(ctx, id))

export const helpWithSecondFactor = async (ctx: Context, id: number): Promise<{ ok: true }> =>
  takeSecondFactorOff(ctx, await getPerson(ctx, id))

async function getPerson(ctx: Context, id: number): Promise<AdminUser> {
  if (id === GUEST_ID) throw isTheGuest()
  return getOpen(ctx, id)
}

async function getOpen(ctx: Context, id: number): Promise<AdminUser> {
  const user = await getAdminUser(ctx, id)
  if (user.state === 'deleted') throw notFound('user')
  return user
}
