import type { Context } from '#platform/context.ts'
import { rowsOf, type Listed, type Paging } from '#platform/endpoint.ts'
import type { HeldBadge, User } from './user.contract.ts'

/** Contribution counts come from the rows themselves. */
const select = ({ db }: Context) =>
  db
    .selectFrom('users as u')
    .select((eb) => [
      'u.id',
      'u.username',
      'u.level',
      'u.display_name as displayName',
      'u.avatar_url as avatarUrl',
      'u.reputation_points as reputationPoints',
      'u.member_since as memberSince',
      'u.last_active as lastActive',
      eb
        .selectFrom('topics as t')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('t.user_id', '=', 'u.id')
        .where('t.status', '=', 'visible')
        .as('posts'),
      eb
        .selectFrom('replies as r')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('r.user_id', '=', 'u.id')
        .where('r.status', '=', 'visible')
        .as('replies'),
      eb
        .selectFrom('reviews as v')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('v.user_id', '=', 'u.id')
        .as('reviews'),
    ])
    .$narrowType<{ posts: number; replies: number; reviews: number }>()

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const toUser = (row: Row): User => ({
  ...row,
  contributions: JSON.stringify({ posts: row.posts, replies: row.replies, reviews: row.reviews, upvotes: 0, downvotes: 0 }),
})

export async function list(ctx: Context, paging: Paging): Promise<Listed<User>> {
  const { offset, limit } = rowsOf(paging)
  const [rows, { n }] = await Promise.all([
    select(ctx).orderBy('u.id').offset(offset).limit(limit).execute(),
    ctx.db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ])
  return { items: rows.map(toUser), total: n }
}

export async function find(ctx: Context, id: number): Promise<User | undefined> {
  const row = await select(ctx).where('u.id', '=', id).executeTakeFirst()
  return row && toUser(row)
}

export async function listBadges({ db }: Context, userId: number): Promise<HeldBadge[]> {
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

export async function touch({ db }: Pick<Context, 'db'>, id: number, at: string): Promise<void> {
  await db.updateTable('users').set({ last_active: at }).where('id', '=', id).execute()
}
