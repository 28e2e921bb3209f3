/** The one place that reads across all rooms: whatever carries a person's id or address is theirs to have. */
import type { Context } from '#platform/context.ts'

type Db = Pick<Context, 'db'>

/** Without secrets: no hash of a password or of a token. */
export async function collect({ db }: Db, userId: number) {
  const account = await db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'display_name as displayName',
      'avatar_url as avatarUrl',
      'is_admin as isAdmin',
      'level',
      'reputation_points as reputationPoints',
      'member_since as memberSince',
      'last_active as lastActive',
      'restricted_at as restrictedAt',
      'totp_since as secondFactorSince',
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    account,
    badges: await db
      .selectFrom('user_badges as h')
      .innerJoin('badges as b', 'b.id', 'h.badge_id')
      .select(['b.name', 'h.earned_at as earnedAt'])
      .where('h.user_id', '=', userId)
      .orderBy('h.earned_at')
      .execute(),
    topics: await db
      .selectFrom('topics')
      .select(['id', 'title', 'content', 'category_id as categoryId', 'created_at as createdAt', 'status', 'upvotes', 'downvotes'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    replies: await db
      .selectFrom('replies')
      .select(['id', 'topic_id as topicId', 'content', 'created_at as createdAt', 'status', 'upvotes', 'downvotes'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    reviews: await db
      .selectFrom('reviews')
      .select(['id', 'product_id as productId', 'rating', 'title', 'content', 'created_at as createdAt', 'upvotes', 'downvotes'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    votes: await db
      .selectFrom('votes')
      .select(['subject_type as subject', 'subject_id as id', 'value', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    points: await db
      .selectFrom('point_entries')
      .select(['points', 'reason', 'subject_type as subject', 'subject_id as subjectId', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    enquiries: await db
      .selectFrom('enquiries')
      .select([
        'id',
        'name',
        'email',
        'phone',
        'address',
        'customer_message as message',
        'product_name as product',
        'product_price as price',
        'status',
        'created_at as createdAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    sessions: await db
      .selectFrom('sessions')
      .select(['browser', 'created_at as createdAt', 'last_seen_at as lastSeenAt', 'expires_at as expiresAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    newsletter:
      (await db
        .selectFrom('subscribers')
        .select(['email', 'created_at as subscribedAt', 'confirmed_at as confirmedAt', 'page'])
        .where('email', '=', account.email ?? '')
        .executeTakeFirst()) ?? null,
  }
}
