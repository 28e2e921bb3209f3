/** Closing an account, and the rule that a site always has somebody who can look after it. */
import { holdRow } from '#db/hold-row.ts'
import { record } from '#features/audit/audit.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/context.ts'
import { conflict } from '#platform/errors.ts'
import * as queries from './administrator.queries.ts'
import { provePassword } from './proof.service.ts'
import { closeSession } from './session.service.ts'

/** One's own account. What one has posted stays, under the name "Deleted member". */
export async function deleteAccount(ctx: Context, password: string): Promise<{ ok: true }> {
  const account = await provePassword(ctx, password, 'password')
  await closeAccount(ctx, account)
  await closeSession(ctx)
  return { ok: true }
}

export function closeAccount(ctx: Context, { id, username }: { id: number; username: string }): Promise<void> {
  return keepingAnAdministrator(ctx, async (inside) => {
    await queries.empty(inside, id, new Date().toISOString())
    await record(inside, { action: 'user.close', subject: { type: 'user', id, title: username } })
  })
}

/**
 * Runs a change in a transaction and undoes it when no administrator is left who can sign in and act. Such changes wait
 * for each other at one row, so that two administrators cannot remove each other at once.
 * @throws AppError 409
 */
export function keepingAnAdministrator(ctx: Context, change: (inside: Context) => Promise<void>): Promise<void> {
  return ctx.db.transaction().execute(async (db) => {
    await holdRow(db, 'users', GUEST_ID)
    const before = await queries.countAble({ db })
    await change({ ...ctx, db })
    if (before > 0 && (await queries.countAble({ db })) === 0)
      throw conflict('user.last_admin', 'This is the last administrator. Make somebody else an administrator first.')
  })
}
