/** Builds the search documents for members, which contain their public names. Closed accounts are not indexed. */
import { isDemoAccount } from '#db/demo-account.ts'
import { isOneOf } from '#db/search/search-index.ts'
import type { Feature } from '#platform/contract/feature.ts'

export const userSearch: NonNullable<Feature['search']>[number] = {
  kind: 'user',
  label: 'People',
  feature: 'userAccounts',
  find: async ({ db }, ids) => {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'username', 'display_name as displayName', 'member_since as date'])
      .select(isDemoAccount('users').as('isDemo'))
      .where(isOneOf(db, 'id', ids))
      .where('deleted_at', 'is', null)
      .execute()
    return rows.map(({ id, username, displayName, date, isDemo }) => ({
      id,
      url: `/user/${id}`,
      title: displayName || username,
      summary: username,
      body: '',
      date,
      isDemo: Boolean(isDemo),
    }))
  },
  listIds: async ({ db }, after, limit) => {
    const rows = await db.selectFrom('users').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
    return rows.map(({ id }) => id)
  },
}
