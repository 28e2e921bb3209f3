/** A site that nobody could look after gets its administrator when it is started. */
import { holdRow } from '#db/hold-row.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/context.ts'
import * as accounts from './account.queries.ts'
import * as queries from './administrator.queries.ts'
import { hashPassword, isCommon, makePassword } from './password.service.ts'

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
  if (!(await hasNobody({ db }))) return undefined
  if (password !== undefined && (await isCommon(password, [username])))
    throw new Error('ADMIN_PASSWORD must be a password that is not among the common ones.')
  const chosen = password ?? makePassword()
  const passwordHash = await hashPassword(chosen)
  const isMade = await db.transaction().execute(async (trx) => {
    // Another process may be starting on the same database.
    await holdRow(trx, 'users', GUEST_ID)
    if (!(await hasNobody({ db: trx }))) return false
    const account = await accounts.findByName({ db: trx }, username)
    if (account) await queries.appoint({ db: trx }, account.id, passwordHash)
    else await accounts.insert({ db: trx }, { ...NEWCOMER, username, passwordHash, at: new Date().toISOString() })
    return true
  })
  return isMade && password === undefined ? { username, password: chosen } : undefined
}

/** Whether no account that can sign in is an administrator. */
export const hasNobody = async ({ db }: Pick<Context, 'db'>): Promise<boolean> => (await queries.countAble({ db })) === 0

const NEWCOMER = { email: null, displayName: 'Administrator', avatarUrl: null, isAdmin: true }
