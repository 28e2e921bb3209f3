/** Making an account: by its owner, or by an administrator for somebody. */
import type { Context } from '#platform/context.ts'
import { conflict } from '#platform/errors.ts'
import type { Session, SignUpForm } from '#features/accounts/account.contract.ts'
import * as queries from '#features/accounts/account.queries.ts'
import { hashPassword, rejectCommonPassword } from '#features/accounts/passwords/password.service.ts'
import { startSession } from './sign-in.service.ts'

/** Names that would pass for the site's own voice. */
const RESERVED = /^(admin(istrator)?|guest|system|moderator|deleted(-\d+)?)$/i

export async function signUp(ctx: Context, form: SignUpForm): Promise<Session> {
  if (RESERVED.test(form.username)) throw usernameConflict()
  const id = await createAccount(ctx, { ...form, isAdmin: false })
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
 * @param afterwards in the same transaction
 * @throws AppError 409 that names the field, when the username or email is taken: the database decides
 */
export async function createAccount(
  ctx: Context,
  account: AccountInput,
  afterwards?: (inside: Context, id: number) => Promise<void>,
): Promise<number> {
  await rejectCommonPassword(account.password, [account.username, account.email])
  if (isClosedAccountName(account.username)) throw usernameConflict()
  const row = {
    username: account.username,
    email: account.email,
    passwordHash: await hashPassword(account.password),
    displayName: account.displayName || null,
    avatarUrl: account.avatarUrl || null,
    isAdmin: account.isAdmin,
    at: new Date().toISOString(),
  }
  const id = await ctx.db.transaction().execute(async (db) => {
    const made = await queries.insertAccount({ db }, row)
    if (made !== undefined) await afterwards?.({ ...ctx, db }, made)
    return made
  })
  if (id !== undefined) return id
  throw (await queries.isUsernameTaken(ctx, account.username)) ? usernameConflict() : emailConflict()
}

/** Closed accounts are called so. */
export const isClosedAccountName = (username: string) => /^deleted-\d+$/i.test(username)

const taken = (what: 'username' | 'email', message: string) => conflict(`user.${what}_taken`, message, [{ path: what, message }])
export const usernameConflict = () => taken('username', 'That username is taken. Please choose another.')
export const emailConflict = () => taken('email', 'There is already an account with that email address.')
