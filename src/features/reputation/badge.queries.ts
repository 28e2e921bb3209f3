/** Which badges there are to earn, and what they are decided by. */
import type { Context } from '#platform/contract/context.ts'

export function listBadgesToEarn({ db }: Pick<Context, 'db'>, userId: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('badges as b')
    .select(['b.id', 'b.name'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('user_badges as h').select('h.badge_id').whereRef('h.badge_id', '=', 'b.id').where('h.user_id', '=', userId),
        ),
      ),
    )
    .execute()
}

export async function insertBadge({ db }: Pick<Context, 'db'>, userId: number, badgeId: number, at: string): Promise<void> {
  await db
    .insertInto('user_badges')
    .values({ user_id: userId, badge_id: badgeId, earned_at: at })
    .onConflict((clash) => clash.doNothing())
    .execute()
}

/** Nobody asks for more, and a large site has many. */
const MAX_JOINED_BEFORE = 100

/** What badges are decided by. */
export interface Contributions {
  topics: number
  replies: number
  reviews: number
  verifiedReviews: number
  /** Votes up on own replies. */
  thanks: number
  memberSince: string
  /** How many joined before this member, the guest not counted; no more than a hundred are looked at. */
  joinedBefore: number
}

/** In one statement: they are counted with every post. */
export async function countContributions({ db }: Pick<Context, 'db'>, userId: number, guestId: number): Promise<Contributions> {
  const { memberSince, ...counts } = await db
    .selectFrom('users as u')
    .select((eb) => {
      const number = (table: 'topics' | 'replies' | 'reviews') =>
        eb
          .selectFrom(table)
          .select((of) => of.fn.countAll<number>().as('n'))
          .where('user_id', '=', userId)
      const thanks = eb
        .selectFrom('replies')
        .select((of) => of.cast<number>(of.fn.coalesce(of.fn.sum('upvotes'), of.lit(0)), 'integer').as('n'))
        .where('user_id', '=', userId)
      const earlier = eb
        .selectFrom('users as other')
        .select('other.id')
        .whereRef('other.member_since', '<', 'u.member_since')
        .where('other.id', '!=', guestId)
        .limit(MAX_JOINED_BEFORE)
      return [
        'u.member_since as memberSince',
        number('topics').where('status', '=', 'visible').as('topics'),
        number('replies').where('status', '=', 'visible').as('replies'),
        number('reviews').as('reviews'),
        number('reviews').where('is_verified', '=', true).as('verifiedReviews'),
        thanks.as('thanks'),
        eb
          .selectFrom(earlier.as('earlier'))
          .select((of) => of.fn.countAll<number>().as('n'))
          .as('joinedBefore'),
      ]
    })
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const filled = Object.fromEntries(Object.entries(counts).map(([name, n]) => [name, n ?? 0])) as Record<keyof typeof counts, number>
  return { ...filled, memberSince }
}
