/** Queries for awarding badges: lists the unearned badges of a member, counts contributions, and records an earned badge. */
import type { Context } from '#platform/contract/context.ts'

export function listUnearnedBadges({ db }: Pick<Context, 'db'>, userId: number): Promise<{ id: number; name: string }[]> {
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

export async function insertUserBadge({ db }: Pick<Context, 'db'>, userId: number, badgeId: number, at: string): Promise<void> {
  await db
    .insertInto('user_badges')
    .values({ user_id: userId, badge_id: badgeId, earned_at: at })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Maximum of `earlierMemberCount`. No badge rule needs a higher count, and large sites have many members. */
const MAX_EARLIER_MEMBERS = 100

/** What a member has contributed; the badge rules are evaluated on it. */
export interface Contributions {
  topics: number
  replies: number
  reviews: number
  verifiedReviews: number
  /** Number of upvotes on the member's replies. */
  replyUpvotes: number
  memberSince: string
  /** Number of members who joined earlier, without the guest account; at most 100. */
  earlierMemberCount: number
}

/** Counts in one statement, because it runs whenever a member earns points. */
export async function countContributions({ db }: Pick<Context, 'db'>, userId: number, guestId: number): Promise<Contributions> {
  const { memberSince, ...counts } = await db
    .selectFrom('users as u')
    .select((eb) => {
      const countRows = (table: 'topics' | 'replies' | 'reviews') =>
        eb
          .selectFrom(table)
          .select((sub) => sub.fn.countAll<number>().as('n'))
          .where('user_id', '=', userId)
      const replyUpvotes = eb
        .selectFrom('replies')
        .select((sub) => sub.cast<number>(sub.fn.coalesce(sub.fn.sum('upvotes'), sub.lit(0)), 'integer').as('n'))
        .where('user_id', '=', userId)
      const earlierMembers = eb
        .selectFrom('users as other')
        .select('other.id')
        .whereRef('other.member_since', '<', 'u.member_since')
        .where('other.id', '!=', guestId)
        .limit(MAX_EARLIER_MEMBERS)
      return [
        'u.member_since as memberSince',
        countRows('topics').where('status', '=', 'visible').as('topics'),
        countRows('replies').where('status', '=', 'visible').as('replies'),
        countRows('reviews').as('reviews'),
        countRows('reviews').where('is_verified', '=', true).as('verifiedReviews'),
        replyUpvotes.as('replyUpvotes'),
        eb
          .selectFrom(earlierMembers.as('earlier'))
          .select((sub) => sub.fn.countAll<number>().as('n'))
          .as('earlierMemberCount'),
      ]
    })
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const countsOrZero = Object.fromEntries(Object.entries(counts).map(([name, n]) => [name, n ?? 0])) as Record<keyof typeof counts, number>
  return { ...countsOrZero, memberSince }
}
