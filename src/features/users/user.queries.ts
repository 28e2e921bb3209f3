import { sql } from 'kysely'
import { isDemoAccount } from '#db/demo-account.ts'
import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import type { HeldBadge, User } from './user.contract.ts'

type Db = Pick<Context, 'db'>

const selectMembers = ({ db }: Db) =>
  db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.username',
      'u.level',
      'u.display_name as displayName',
      'u.avatar_url as avatarUrl',
      'u.reputation_points as reputationPoints',
      'u.member_since as memberSince',
      'u.last_active as lastActive',
      'u.email',
      'u.unconfirmed_email as unconfirmedEmail',
      'u.is_admin as isAdmin',
      'u.restricted_at as restrictedAt',
      'u.deleted_at as deletedAt',
      'u.totp_since as totpSince',
      'u.passkey_since as passkeySince',
      isDemoAccount().as('isDemo'),
      (eb) => eb('u.password_hash', 'is not', null).as('hasPassword'),
    ])
type Row = Omit<Awaited<ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>>, 'hasPassword'> & { hasPassword: unknown }
export type Member = User &
  Pick<Row, 'email' | 'unconfirmedEmail' | 'isAdmin' | 'restrictedAt' | 'deletedAt' | 'totpSince' | 'passkeySince' | 'hasPassword'>

/** Returns members in the order of the ids, with their contributions; ids without a member are skipped. */
export async function listMembersByIds(ctx: Db, ids: readonly number[]): Promise<Member[]> {
  if (ids.length === 0) return []
  const [rows, getContributions] = await Promise.all([
    selectMembers(ctx)
      .where(isOneOf(ctx.db, 'u.id', ids))
      .execute(),
    countContributions(ctx, ids),
  ])
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rowsById.get(id)
    return row ? [{ ...row, isDemo: Boolean(row.isDemo), ...getContributions(id) }] : []
  })
}

export const findMember = async (ctx: Db, id: number): Promise<Member | undefined> => (await listMembersByIds(ctx, [id]))[0]

/**
 * Counts the public posts of the members, and the votes on them. A list of the few hidden topics excludes the replies in these, which is faster
 * than a join.
 * @returns a function that returns the counts of a member
 */
async function countContributions({ db }: Db, ids: readonly number[]) {
  const hiddenTopics = db.selectFrom('topics').select('id').where('status', 'in', ['waiting', 'hidden'])
  const sumByUser = (table: 'topics' | 'replies' | 'reviews', isVisibleOnly: boolean) =>
    db
      .selectFrom(db.dynamic.table(table).as('p'))
      .select((eb) => [
        'p.user_id as userId',
        eb.fn.countAll<number>().as('n'),
        eb.cast<number>(eb.fn.sum('p.upvotes'), 'integer').as('up'),
        eb.cast<number>(eb.fn.sum('p.downvotes'), 'integer').as('down'),
      ])
      .where(isOneOf(db, 'p.user_id', ids))
      .$if(isVisibleOnly, (q) => q.where(sql.ref('p.status'), '=', 'visible'))
      .$if(table === 'replies', (q) => q.where(sql.ref('p.topic_id'), 'not in', hiddenTopics))
      .groupBy('p.user_id')
      .execute()
  const rowsByTable = await Promise.all([sumByUser('topics', true), sumByUser('replies', true), sumByUser('reviews', false)])
  const [topicSums, replySums, reviewSums] = rowsByTable.map((rows) => new Map(rows.map((row) => [row.userId, row])))
  return (id: number) => {
    const [topics, replies, reviews] = [topicSums?.get(id), replySums?.get(id), reviewSums?.get(id)]
    const sumVotes = (vote: 'up' | 'down') => (topics?.[vote] ?? 0) + (replies?.[vote] ?? 0) + (reviews?.[vote] ?? 0)
    const counts = { posts: topics?.n ?? 0, replies: replies?.n ?? 0, reviews: reviews?.n ?? 0 }
    return { ...counts, contributions: JSON.stringify({ ...counts, upvotes: sumVotes('up'), downvotes: sumVotes('down') }) }
  }
}

export async function hasOpenAccount({ db }: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
  return row !== undefined
}

export async function listBadgeRows({ db }: Db, userId: number): Promise<HeldBadge[]> {
  const rows = await db
    .selectFrom('user_badges as h')
    .innerJoin('badges as b', 'b.id', 'h.badge_id')
    .select(['b.id', 'b.name', 'b.level', 'h.earned_at as earnedAt'])
    .where('h.user_id', '=', userId)
    .orderBy('b.level', 'desc')
    .orderBy('b.id')
    .execute()
  return rows.map(({ earnedAt, ...badge }) => ({ badge, earnedAt }))
}

/** @param before the time is updated only if the stored one is older than this; ISO format, like `at` */
export async function updateLastActive({ db }: Db, id: number, at: string, before: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_active: at })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_active', 'is', null), eb('last_active', '<', before)]))
    .execute()
}
