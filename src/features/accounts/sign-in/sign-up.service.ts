/** Creates accounts: at sign-up, by an administrator, and as the first account of a tenant site. */
import type { Context } from '#platform/contract/context.ts'
import type { Session, SignUpForm } from '#features/accounts/account.contract.ts'
import * as queries from '#features/accounts/account.queries.ts'
import { hashPassword, rejectCommonPassword } from '#features/accounts/passwords/password.service.ts'
import { sendConfirmation } from '#features/accounts/profile/email/email-confirmation.service.ts'
import { emailConflict, usernameConflict } from '#features/accounts/profile/profile-conflicts.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import { assertDisplayNameAllowed, assertUsernameAllowed, assertUsernameFree } from './reserved-username.service.ts'
import { openSessionInTransaction } from './sign-in.service.ts'

/**
 * Creates an account with an unconfirmed email and opens a session. To prevent account enumeration, the response does not reveal that an
 * email is taken; its owner gets a mail.
 * @throws AppError 409 if the username is taken or reserved, 400 for a common password or a reserved display name
 */
export async function signUp(ctx: Context, form: SignUpForm): Promise<Session> {
  assertUsernameAllowed(ctx, form.username)
  assertDisplayNameAllowed(ctx, form.displayName)
  const session = await insertNewAccount(
    ctx,
    { ...form, isAdmin: false },
    { email: null, unconfirmedEmail: form.email },
    async (trxCtx, id) => {
      await sendConfirmation(trxCtx, { id, ...form }, form.email)
      const account = await queries.findSecretsById(trxCtx, id)
      return account && openSessionInTransaction(trxCtx, account)
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
 * Creates an account whose email receives mail at once, although its owner has not confirmed it. Called for accounts that an administrator
 * creates, and for the first account of a tenant site.
 * @param afterInsert runs in the same transaction
 * @returns the result of `afterInsert`
 * @throws AppError 409 if the username or email is taken, or the username is still reserved for its former owner; 400 for a common password
 */
export async function createAccount<T>(ctx: Context, account: AccountInput, afterInsert: AfterInsert<T>): Promise<T> {
  const result = await insertNewAccount(ctx, account, { email: account.email, unconfirmedEmail: null }, afterInsert)
  if (result !== undefined) return result
  throw (await queries.isUsernameTaken(ctx, account.username)) ? usernameConflict() : emailConflict()
}

type AfterInsert<T> = (trxCtx: Context, id: number) => Promise<T>

/** @returns the result of `afterInsert`; `undefined` if the username or the confirmed email is taken */
async function insertNewAccount<T>(
  ctx: Context,
  { username, email, password, displayName, avatarUrl, isAdmin }: AccountInput,
  emails: { email: string | null; unconfirmedEmail: string | null },
  afterInsert: AfterInsert<T>,
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
    memberSince: new Date().toISOString(),
  }
  return ctx.db.transaction().execute(async (db) => {
    const id = await queries.insertAccount({ db }, row)
    if (id === undefined) return undefined
    await publishEvent({ db }, 'member.created', { id })
    return afterInsert({ ...ctx, db }, id)
  })
}
