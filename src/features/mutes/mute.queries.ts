import './mute.context.ts'
import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import type { MutedMember } from './mute.contract.ts'

type Db = Pick<Context, 'db'>

export async function listMutedMembers({ db }: Db, userId: number): Promise<MutedMember[]> {
  const rows = await db
    .selectFrom('mutes as m')
    .innerJoin('users as u', 'u.id', 'm.muted_id')
    .select([
      'm.muted_id as userId',
      'm.created_at as mutedAt',
      'u.display_name as displayName',
      'u.username as login',
      'u.avatar_url as avatarUrl',
    ])
    .where('m.user_id', '=', userId)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.muted_id', 'desc')
    .execute()
  return rows.map(({ displayName, login, ...row }) => ({ ...row, username: displayName || login }))
}

export const countMutes = async ({ db }: Db, userId: number): Promise<number> =>
  (
    await db
      .selectFrom('mutes')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).n

export async function insertMute({ db }: Db, userId: number, mutedId: number, at: string): Promise<void> {
  await db
    .insertInto('mutes')
    .values({ user_id: userId, muted_id: mutedId, created_at: at })
    .onConflict((oc) => oc.columns(['user_id', 'muted_id']).doNothing())
    .execute()
}

export async function deleteMute({ db }: Db, userId: number, mutedId: number): Promise<void> {
  await db.deleteFrom('mutes').where('user_id', '=', userId).where('muted_id', '=', mutedId).execute()
}

/** Lists which of the members have muted which of the authors. */
export const listMutesBetween = ({ db }: Db, userIds: readonly number[], authorIds: readonly number[]) =>
  db
    .selectFrom('mutes')
    .select(['user_id as userId', 'muted_id as mutedId'])
    .where(isOneOf(db, 'user_id', userIds))
    .where(isOneOf(db, 'muted_id', authorIds))
    .execute()

export const findMutesOfPerson = ({ db }: Db, { id }: { id: number }) =>
  db.selectFrom('mutes').select(['muted_id as userId', 'created_at as createdAt']).where('user_id', '=', id).orderBy('muted_id').execute()

/** Deletes the mutes by and of a person. */
export async function deleteMutesOfPerson({ db }: Db, { id }: { id: number }): Promise<void> {
  await db
    .deleteFrom('mutes')
    .where((eb) => eb.or([eb('user_id', '=', id), eb('muted_id', '=', id)]))
    .execute()
}
