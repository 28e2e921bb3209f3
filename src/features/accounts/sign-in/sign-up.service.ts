/** Making an account: by its owner, or by an administrator for somebody. */
import type { Context } from '#platform/contract/context.ts'
import type { Session, SignUpForm } from '#features/accounts/account.contract.ts'
import * as queries from '#features/accounts/account.queries.ts'
import { hashPassword, rejectCommonPassword } from '#features/accounts/passwords/password.service.ts'
import { sendConfirmation } from '#features/accounts/profile/email/email-confirmation.service.ts'
import { emailConflict, usernameConflict } from '#features/accounts/profile/profile-conflicts.ts'
import { announceEvent } from '#features/webhooks/webhook-event.service.ts'
import { assertDisplayNameAllowed, assertUsernameAllowed, assertUsernameFree } from './reserved-username.service.ts'
import { openSessionOf } from './sign-in.service.ts'

/**
 * Only a username can be taken: names are public. Whether the email address has an account is told to nobody but its owner, by
 * mail, and the account holds it only once they have confirmed it.
 */
export async function signUp(ctx: Context, form: SignUpForm): Promise<Session> {
  assertUsernameAllowed(ctx, form.username)
  assertDisplayNameAllowed(ctx, form.displayName)
  const session = await insertNewAccount(
    ctx,
    { ...form, isAdmin: false },
    { email: null, unconfirmedEmail: form.email },
    async (inside, id) => {
      await sendConfirmation(inside, { id, ...form }, form.email)
      const account = await queries.findSecretsById(inside, id)
      return account && openSessionOf(inside, account)
    },
  )
  if (session === undefined) throw usernameConflict()
  return session
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
 * @returns what `afterwards` returns
 * @throws AppError 409 that names the field, when the username or email is taken: the database decides
 */
export async function createAccount<T>(ctx: Context, account: AccountInput, afterwards: Afterwards<T>): Promise<T> {
  const result = await insertNewAccount(ctx, account, { email: account.email, unconfirmedEmail: null }, afterwards)
  if (result !== undefined) return result
  throw (await queries.isUsernameTaken(ctx, account.username)) ? usernameConflict() : emailConflict()
}

type Afterwards<T> = (inside: Context, id: number) => Promise<T>

/** @returns what `afterwards` returns; undefined when the username or email is taken */
async function insertNewAccount<T>(
  ctx: Context,
  { username, email, password, displayName, avatarUrl, isAdmin }: AccountInput,
  emails: { email: string | null; unconfirmedEmail: string | null },
  afterwards: Afterwards<T>,
): Promise<T | undefined> {
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
    return afterwards({ ...ctx, db }, made)
  })
}
