import { foldText } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import { deleteCredentials } from '#features/accounts/account.queries.ts'

type DbContext = Pick<Context, 'db'>

/** Selects the administrators who have a password and are not restricted. */
const selectActiveAdministrators = ({ db }: DbContext) =>
  db
    .selectFrom('users')
    .where('is_admin', '=', true)
    .where('password_hash', 'is not', null)
    .where('restricted_at', 'is', null)
    .where('deleted_at', 'is', null)

export async function countActiveAdministrators(ctx: DbContext): Promise<number> {
  const { n } = await selectActiveAdministrators(ctx)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** @returns the number of active administrators except those with the ids */
export async function countOtherAdministrators(ctx: DbContext, ids: readonly number[]): Promise<number> {
  const rows = await selectActiveAdministrators(ctx).select('id').execute()
  return rows.filter(({ id }) => !ids.includes(id)).length
}

/**
 * Makes an existing account an administrator with this password. Lifts a restriction, and revokes sessions, second factor and other
 * credentials.
 */
export async function promoteToAdministrator({ db }: DbContext, id: number, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ is_admin: true, password_hash: passwordHash, restricted_at: null, totp_secret: null, totp_since: null, passkey_since: null })
    .where('id', '=', id)
    .execute()
  await deleteCredentials({ db }, id)
}

export async function updateRole({ db }: DbContext, id: number, isAdmin: boolean): Promise<void> {
  await db.updateTable('users').set({ is_admin: isAdmin }).where('id', '=', id).execute()
}

/** Does not update `search_text`: the caller must call `updateProfile` afterwards, which does. */
export async function updateUsername({ db }: DbContext, id: number, username: string): Promise<void> {
  await db.updateTable('users').set({ username, username_key: username.toLowerCase() }).where('id', '=', id).execute()
}

/** Starts a restriction, or lifts it if `since` is null. @param until end of the restriction; null: until it is lifted */
export async function updateRestriction({ db }: DbContext, id: number, since: string | null, until: string | null = null): Promise<void> {
  await db.updateTable('users').set({ restricted_at: since, restricted_until: until }).where('id', '=', id).execute()
}

export async function liftRestrictionsBefore({ db }: DbContext, at: string): Promise<void> {
  await db.updateTable('users').set({ restricted_at: null, restricted_until: null }).where('restricted_until', '<', at).execute()
}

/** Anonymises the account in place and deletes its credentials. Posts, votes and points stay. */
export async function eraseAccount({ db }: DbContext, id: number, deletedAt: string): Promise<void> {
  const username = `deleted-${id}`
  const displayName = 'Deleted member'
  await db
    .updateTable('users')
    .set({
      username,
      username_key: username,
      display_name: displayName,
      search_text: foldText(username, displayName),
      email: null,
      email_proved_at: null,
      unconfirmed_email: null,
      password_hash: null,
      avatar_url: null,
      totp_secret: null,
      totp_since: null,
      passkey_since: null,
      is_admin: false,
      restricted_at: null,
      restricted_until: null,
      deleted_at: deletedAt,
    })
    .where('id', '=', id)
    .execute()
  await deleteCredentials({ db }, id)
}
