/** Ensures at startup that the site has an administrator. */
import { lockRow } from '#db/lock-row.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import * as accounts from '#features/accounts/account.queries.ts'
import * as queries from './administrator.queries.ts'
import { hashPassword, isCommonPassword, generatePassword } from '#features/accounts/passwords/password.service.ts'

/**
 * Creates an administrator if no active account has the role. If an account with the username exists, it is promoted instead.
 * @param password `undefined` generates a password
 * @returns the credentials to show to the operator; `undefined` if no administrator was created, or the operator chose the password
 * @throws Error if the password is a common one
 */
export async function ensureAdministrator(
  { db }: Pick<Context, 'db'>,
  username: string,
  password: string | undefined,
): Promise<{ username: string; password: string } | undefined> {
  if (!(await hasNoAdministrator({ db }))) return undefined
  if (password !== undefined && (await isCommonPassword(password, [username])))
    throw new Error('ADMIN_PASSWORD must be a password that is not among the common ones.')
  const newPassword = password ?? generatePassword()
  const passwordHash = await hashPassword(newPassword)
  const isCreated = await db.transaction().execute(async (trx) => {
    // Another process may be starting on the same database.
    await lockRow(trx, 'users', GUEST_ID)
    if (!(await hasNoAdministrator({ db: trx }))) return false
    const account = await accounts.findSecretsByUsername({ db: trx }, username)
    if (account) await queries.promoteToAdministrator({ db: trx }, account.id, passwordHash)
    else await accounts.insertAccount({ db: trx }, { ...NEW_ADMINISTRATOR, username, passwordHash, memberSince: new Date().toISOString() })
    return true
  })
  return isCreated && password === undefined ? { username, password: newPassword } : undefined
}

/** Whether the site has no administrator who has a password and is not restricted. */
export const hasNoAdministrator = async ({ db }: Pick<Context, 'db'>): Promise<boolean> =>
  (await queries.countActiveAdministrators({ db })) === 0

const NEW_ADMINISTRATOR = { email: null, unconfirmedEmail: null, displayName: 'Administrator', avatarUrl: null, isAdmin: true }
