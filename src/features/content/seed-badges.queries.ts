/** Awards the seeded members the badges that their posts and votes earned, dated by the activity that earned them. */
import type { SiteDatabase } from '#db/tables.ts'
import { BADGE_RULES, YEAR_MS } from '#features/reputation/badges.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'

type CountedKind = 'topics' | 'replies' | 'reviews' | 'verifiedReviews' | 'replyUpvotes'
interface Activity {
  user_id: number
  occurredAt: string
  counts: CountedKind[]
}

/** Goes through each member's activities in chronological order and evaluates the badge rules after each one. */
export async function insertEarnedBadges(db: SiteDatabase, now: Date): Promise<void> {
  const members = await db.selectFrom('users').select(['id', 'member_since']).where('id', '!=', GUEST_ID).orderBy('member_since').execute()
  const badgeIds = new Map((await db.selectFrom('badges').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]))
  const activities = await listActivities(db)
  const awards = members.flatMap(({ id, member_since }, earlierMemberCount) => {
    const totals = { topics: 0, replies: 0, reviews: 0, verifiedReviews: 0, replyUpvotes: 0, memberSince: member_since, earlierMemberCount }
    const firstAnniversary = new Date(Date.parse(member_since) + YEAR_MS).toISOString()
    const memberActivities = [...activities.filter(({ user_id }) => user_id === id), { occurredAt: firstAnniversary, counts: [] }].filter(
      ({ occurredAt }) => occurredAt <= now.toISOString(),
    )
    const earned = new Map<number, string>()
    for (const { occurredAt, counts } of memberActivities.toSorted((a, b) => a.occurredAt.localeCompare(b.occurredAt))) {
      for (const kind of counts) totals[kind]++
      for (const rule of BADGE_RULES) {
        const badgeId = badgeIds.get(rule.name)
        if (badgeId !== undefined && !earned.has(badgeId) && rule.isEarned(totals, Date.parse(occurredAt))) earned.set(badgeId, occurredAt)
      }
    }
    return [...earned].map(([badge_id, earned_at]) => ({ user_id: id, badge_id, earned_at }))
  })
  if (awards.length) await db.insertInto('user_badges').values(awards).execute()
}

async function listActivities(db: SiteDatabase): Promise<Activity[]> {
  const [topics, replies, reviews, replyUpvotes] = await Promise.all([
    db.selectFrom('topics').select(['user_id', 'created_at as occurredAt']).execute(),
    db.selectFrom('replies').select(['user_id', 'created_at as occurredAt']).execute(),
    db.selectFrom('reviews').select(['user_id', 'created_at as occurredAt', 'is_verified as isVerified']).execute(),
    db
      .selectFrom('votes as v')
      .innerJoin('replies as r', 'r.id', 'v.subject_id')
      .select(['r.user_id', 'v.created_at as occurredAt'])
      .where('v.subject_type', '=', 'reply')
      .where('v.value', '=', 1)
      .execute(),
  ])
  return [
    ...topics.map((row) => ({ ...row, counts: ['topics' as const] })),
    ...replies.map((row) => ({ ...row, counts: ['replies' as const] })),
    ...reviews.map(({ isVerified, ...row }) => ({
      ...row,
      counts: isVerified ? ['reviews' as const, 'verifiedReviews' as const] : ['reviews' as const],
    })),
    ...replyUpvotes.map((row) => ({ ...row, counts: ['replyUpvotes' as const] })),
  ]
}
