import { sql } from 'kysely'
import { isDemoAccount } from '#db/demo-account.ts'
import { isOneOfTexts } from '#db/search/search-index.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** Lists the members whose username begins with a lower-case text, in alphabetical order. The range condition uses the index. */
export const listUsersByPrefix = ({ db }: Db, prefix: string, excludedId: number, limit: number) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'display_name as displayName', 'avatar_url as avatarUrl', isDemoAccount('users').as('isDemo')])
    .where('username_key', '>=', prefix)
    .where((eb) => eb(eb.fn<string>('substr', ['username_key', sql.lit(1), sql.lit(prefix.length)]), '=', prefix))
    .where('deleted_at', 'is', null)
    .where('id', 'not in', [GUEST_ID, excludedId])
    .orderBy('username_key')
    .limit(limit)
    .execute()

/** Lists the members with these lower-case usernames, without closed accounts and the guest account. */
export const listUsersByName = ({ db }: Db, names: readonly string[]) =>
  db
    .selectFrom('users')
    .select(['id', 'username_key as name', 'username', 'display_name as displayName', 'restricted_at as restrictedAt'])
    .where(isOneOfTexts(db, 'username_key', names))
    .where('deleted_at', 'is', null)
    .where('id', '!=', GUEST_ID)
    .orderBy('id')
    .execute()

export const findMentioner = ({ db }: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['username', 'display_name as displayName', 'restricted_at as restrictedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
