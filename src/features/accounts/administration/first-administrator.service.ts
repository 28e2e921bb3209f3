/** A site that nobody could look after gets its administrator when it is started. */
import { lockRow } from '#db/lock-row.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import * as accounts from '#features/accounts/account.queries.ts'
import * as queries from './administrator.queries.ts'
import { hashPassword, isCommonPassword, generatePassword } from '#features/accounts/passwords/password.service.ts'

/**
 * Makes an administrator when no account that can sign in is one. An account that already has the name gets the role.
 * @param password absent: one is made up
 * @returns what to tell the operator, once: only when the password was made up
 * @throws Error when the password is one of those that are guessed first
 */
export async function ensureAdministrator(
  { db }: Pick<Context, 'db'>,
  username: string,
  password: string | undefined,
): Promise<{ username: string; password: string } | undefined> {
  if (!(await hasNoAdministrator({ db }))) return undefined
  if (password !== undefined && (await isCommonPassword(password, [username])))
    throw new Error('ADMIN_PASSWORD must be a password that is not among the common ones.')
  const chosen = password ?? generatePassword()
  const passwordHash = await hashPassword(chosen)
  const isMade = await db.transaction().execute(async (trx) => {
    // Another process may be starting on the same database.
    await lockRow(trx, 'users', GUEST_ID)
    if (!(await hasNoAdministrator({ db: trx }))) return false
    const account = await accounts.findSecretsByUsername({ db: trx }, username)
    if (account) await queries.makeAdministrator({ db: trx }, account.id, passwordHash)
    else await accounts.insertAccount({ db: trx }, { ...NEWCOMER, username, passwordHash, at: new Date().toISOString() })
    return true
  })
  return isMade && password === undefined ? { username, password: chosen } : undefined
}

/** Whether no account that can sign in is an administrator. */
export const hasNoAdministrator = async ({ db }: Pick<Context, 'db'>): Promise<boolean> =>
  (await queries.countActiveAdministrators({ db })) === 0

const NEWCOMER = { email: null, unconfirmedEmail: null, displayName: 'Administrator', avatarUrl: null, isAdmin: true }
