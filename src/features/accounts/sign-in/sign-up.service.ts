/** Making an account: by its owner, or by an administrator for somebody. */
import type { Context } from '#platform/context.ts'
import type { Session, SignUpForm } from '#features/accounts/account.contract.ts'
import * as queries from '#features/accounts/account.queries.ts'
import { hashPassword, rejectCommonPassword } from '#features/accounts/passwords/password.service.ts'
import { sendConfirmation } from '#features/accounts/profile/email-confirmation.service.ts'
import { emailConflict, usernameConflict } from '#features/accounts/profile/profile-conflicts.ts'
import { announceEvent } from '#features/webhooks/webhook-event.service.ts'
import { assertDisplayNameAllowed, assertUsernameAllowed, assertUsernameFree } from './reserved-username.service.ts'
import { startSession } from './sign-in.service.ts'

/**
 * Only a username can be taken: names are public. Whether the email address has an account is told to nobody but its owner, by
 * mail, and the account holds it only once they have confirmed it.
 */
export async function signUp(ctx: Context, form: SignUpForm): Promise<Session> {
  assertUsernameAllowed(ctx, form.username)
  assertDisplayNameAllowed(ctx, form.displayName)
  const id = await insertNewAccount(ctx, { ...form, isAdmin: false }, { email: null, unconfirmedEmail: form.email }, (inside, made) =>
    sendConfirmation(inside, { id: made, ...form }, form.email),
  )
  if (id === undefined) throw usernameConflict()
  const account = await queries.findSecretsById(ctx, id)
  if (!account) throw usernameConflict()
  return startSession(ctx, account)
}

export interface AccountInput {
  username: string
  email: string
  password: string
  displayName?: string | undefined
  avatarUrl?: string | undefined
  isAdmin: boolean
}

/**
 * Creates an account that holds its email address, which is set and not proved: an administrator creates it, or it is the first of a copy.
 * @param afterwards in the same transaction
 * @throws AppError 409 that names the field, when the username or email is taken: the database decides
 */
export async function createAccount(ctx: Context, account: AccountInput, afterwards?: Afterwards): Promise<number> {
  const id = await insertNewAccount(ctx, account, { email: account.email, unconfirmedEmail: null }, afterwards)
  if (id !== undefined) return id
  throw (await queries.isUsernameTaken(ctx, account.username)) ? usernameConflict() : emailConflict()
}

type Afterwards = (inside: Context, id: number) => Promise<void>

async function insertNewAccount(
  ctx: Context,
  { username, email, password, displayName, avatarUrl, isAdmin }: AccountInput,
  emails: { email: string | null; unconfirmedEmail: string | null },
  afterwards?: Afterwards,
): Promise<number | undefined> {
  await rejectCommonPassword(password, [username, email])
  await assertUsernameFree(ctx, username)
  const row = {
    ...emails,
    username,
    passwordHash: await hashPassword(password),
    displayName: displayName || null,
    avatarUrl: avatarUrl || null,
    isAdmin,
    at: new Date().toISOString(),
  }
  return ctx.db.transaction().execute(async (db) => {
    const made = await queries.insertAccount({ db }, row)
    if (made === undefined) return undefined
    await announceEvent({ db }, 'member.created', { id: made })
    await afterwards?.({ ...ctx, db }, made)
    return made
  })
}
