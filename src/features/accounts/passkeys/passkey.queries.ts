import type { Context } from '#platform/contract/context.ts'
import type { OwnPasskey } from './passkey.contract.ts'

type DbContext = Pick<Context, 'db'>

const selectOwnPasskeys = ({ db }: DbContext) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'host', 'is_backed_up as isBackedUp', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .orderBy('id')

export const listPasskeysOfUser = (ctx: DbContext, userId: number): Promise<OwnPasskey[]> =>
  selectOwnPasskeys(ctx).where('user_id', '=', userId).execute()

export const findOwnPasskey = (ctx: DbContext, id: number, userId: number): Promise<OwnPasskey | undefined> =>
  selectOwnPasskeys(ctx).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()

export const listCredentialIds = async ({ db }: DbContext, userId: number, host: string): Promise<string[]> =>
  (await db.selectFrom('passkeys').select('credential_id').where('user_id', '=', userId).where('host', '=', host).execute()).map(
    ({ credential_id }) => credential_id,
  )

export interface StoredPasskey {
  id: number
  userId: number
  credentialId: string
  publicKey: string
}

export const findPasskey = ({ db }: DbContext, credentialId: string, host: string): Promise<StoredPasskey | undefined> =>
  db
    .selectFrom('passkeys')
    .select(['id', 'user_id as userId', 'credential_id as credentialId', 'public_key as publicKey'])
    .where('credential_id', '=', credentialId)
    .where('host', '=', host)
    .executeTakeFirst()

export interface NewPasskeyRow {
  userId: number
  credentialId: string
  host: string
  publicKey: string
  counter: number
  transports: string
  name: string
  isBackedUp: boolean
  createdAt: string
}

/** @returns the id of the passkey; `undefined` if the credential is already registered */
export async function insertPasskey({ db }: DbContext, row: NewPasskeyRow): Promise<number | undefined> {
  const insertedRow = await db
    .insertInto('passkeys')
    .values({
      user_id: row.userId,
      credential_id: row.credentialId,
      host: row.host,
      public_key: row.publicKey,
      counter: row.counter,
      transports: row.transports,
      name: row.name,
      is_backed_up: row.isBackedUp,
      created_at: row.createdAt,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return insertedRow?.id
}

/**
 * Records a use, unless the signature counter is wrong: it must increase, or stay 0 for authenticators that do not count.
 * @returns `false` if the counter is wrong: the passkey may have been cloned (WebAuthn §6.1.1)
 */
export async function updatePasskeyUse(
  { db }: DbContext,
  id: number,
  counter: number,
  isBackedUp: boolean,
  usedAt: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, is_backed_up: isBackedUp, last_used_at: usedAt })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.lit(counter === 0)])]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updatePasskeyName({ db }: DbContext, id: number, userId: number, name: string): Promise<void> {
  await db.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId).execute()
}

export async function deletePasskey({ db }: DbContext, id: number, userId: number): Promise<void> {
  await db.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).execute()
}

export async function updatePasskeySince({ db }: DbContext, userId: number, since: string | null): Promise<void> {
  await db.updateTable('users').set({ passkey_since: since }).where('id', '=', userId).execute()
}

/** Deletes all passkeys of the user, and stops requiring one after the password. */
export async function deletePasskeysOfUser(ctx: DbContext, userId: number): Promise<void> {
  await ctx.db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await updatePasskeySince(ctx, userId, null)
}
