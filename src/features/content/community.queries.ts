/** Inserts users, topics, replies, reviews and enquiries from the content folder. */
import { isQuestionTitle } from '#features/forums/questions/question.policy.ts'
import { foldText } from '#db/search/search-index.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { insertEarnedBadges } from './seed-badges.queries.ts'
import type { ContentFiles } from './content.files.ts'
import { insertLedger } from './seed-ledger.queries.ts'
import { insertVotes } from './seed-votes.queries.ts'

const MINUTES_PER_UNIT = { m: 1, h: 60, d: 1440 } as const

const parseMinutes = (ago: string): number => Number(ago.slice(0, -1)) * MINUTES_PER_UNIT[ago.slice(-1) as keyof typeof MINUTES_PER_UNIT]

/**
 * Returns the time that lies `ago` before `now`.
 * @param ago age such as `20m`, `5h` or `12d`
 */
const calculateTimestamp = (now: Date, ago: string): string => new Date(now.getTime() - parseMinutes(ago) * 60_000).toISOString()

/** Inserts the account that owns the posts of visitors who are not signed in. Every site has it. */
export async function insertGuest(db: SiteDatabase, now: Date): Promise<void> {
  const createdAt = now.toISOString()
  await db
    .insertInto('users')
    .values({
      id: GUEST_ID,
      username: 'guest',
      username_key: 'guest',
      display_name: 'Community Guest',
      search_text: foldText('guest', 'Community Guest'),
      level: 1,
      reputation_points: 0,
      member_since: createdAt,
      last_active: null,
    })
    .execute()
}

export async function insertCommunity(db: SiteDatabase, content: ContentFiles, isDemo: boolean, now: Date): Promise<void> {
  await insertUsers(db, content, isDemo, now)
  await insertTopics(db, content, isDemo, now)
  const getAuthorId = createAuthorLookup(content)
  await insertReviews(db, content, isDemo, now, getAuthorId)
  await insertEnquiries(db, content, isDemo, now, getAuthorId)
  await insertVotes(db)
  await insertLedger(db)
  await insertEarnedBadges(db, now)
}

/** @throws Error if a post names a user who does not exist */
function createAuthorLookup(content: ContentFiles): (username: string) => number {
  const userIds = new Map(content.users.map(({ username, id }) => [username, id])).set('guest', GUEST_ID)
  return (username) => {
    const id = userIds.get(username)
    if (id === undefined) throw new Error(`No user "${username}" in users.yaml.`)
    return id
  }
}

/** Inserts topics with their replies; the site has the categories and the authors. */
export async function insertTopics(db: SiteDatabase, content: ContentFiles, isDemo: boolean, now: Date): Promise<void> {
  const categoryIds = new Map(content.categories.map(({ slug, id }) => [slug, id]))
  const getAuthorId = createAuthorLookup(content)
  for (const topic of content.topics) {
    const createdAt = calculateTimestamp(now, topic.ago)
    const replies = topic.replies
      .map((reply) => ({ ...reply, createdAt: calculateTimestamp(now, reply.ago) }))
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
    const { id } = await db
      .insertInto('topics')
      .values({
        title: topic.title,
        category_id: categoryIds.get(topic.category) ?? null,
        user_id: getAuthorId(topic.author),
        created_at: createdAt,
        active_at: replies.at(-1)?.createdAt ?? createdAt,
        views: topic.views,
        ...getVoteCounts(topic),
        reply_count: replies.length,
        is_question: isQuestionTitle(topic.title),
        is_demo: isDemo,
        content: topic.content.trim(),
        search_text: foldText(topic.title, topic.content),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = replies.map(({ author, isAccepted: _isAccepted, createdAt: replyCreatedAt, content: text, ...reply }) => ({
      topic_id: id,
      user_id: getAuthorId(author),
      content: text.trim(),
      created_at: replyCreatedAt,
      ...getVoteCounts(reply),
      is_demo: isDemo,
    }))
    if (rows.length) await db.insertInto('replies').values(rows).execute()
    const accepted = replies.find(({ isAccepted }) => isAccepted)
    if (accepted) await acceptReply(db, id, getAuthorId(accepted.author), accepted.createdAt)
  }
}

/** Inserts the acceptance of a reply, at the time of the reply. `insertLedger` inserts its points. */
async function acceptReply(db: SiteDatabase, topicId: number, authorId: number, createdAt: string): Promise<void> {
  const { id: replyId } = await db
    .selectFrom('replies')
    .select('id')
    .where('topic_id', '=', topicId)
    .where('user_id', '=', authorId)
    .where('created_at', '=', createdAt)
    .executeTakeFirstOrThrow()
  await db.insertInto('accepted_replies').values({ topic_id: topicId, reply_id: replyId, accepted_at: createdAt }).execute()
  await db.updateTable('topics').set({ accepted_reply_id: replyId }).where('id', '=', topicId).execute()
}

/** Returns the vote counts of a post; `insertVotes` inserts the votes once all posts exist. */
const getVoteCounts = ({ helpful = 0, unhelpful = 0 }: Pick<ContentFiles['reviews'][number], 'helpful' | 'unhelpful'>) => ({
  upvotes: helpful,
  downvotes: unhelpful,
})

async function insertUsers(db: SiteDatabase, content: ContentFiles, isDemo: boolean, now: Date): Promise<void> {
  for (const { id, name, level } of content.badges) await db.insertInto('badges').values({ id, name, level }).execute()
  for (const user of content.users) {
    const activityColumns = {
      member_since: calculateTimestamp(now, user.joined),
      last_active: calculateTimestamp(now, user.lastActive),
    }
    if (user.id === GUEST_ID) await db.updateTable('users').set(activityColumns).where('id', '=', GUEST_ID).execute()
    else {
      await db
        .insertInto('users')
        .values({
          ...activityColumns,
          id: user.id,
          username: user.username,
          username_key: user.username.toLowerCase(),
          display_name: user.displayName,
          search_text: foldText(user.username, user.displayName),
          is_demo: isDemo,
        })
        .execute()
    }
  }
}

async function insertReviews(
  db: SiteDatabase,
  content: ContentFiles,
  isDemo: boolean,
  now: Date,
  getAuthorId: (username: string) => number,
): Promise<void> {
  const products = await db.selectFrom('products').select(['id', 'slug', 'name', 'price']).execute()
  const rows = content.reviews.map((review) => {
    const product = products.find(({ slug }) => slug === review.product)
    if (!product) throw new Error(`A review names the product "${review.product}", which does not exist.`)
    return {
      product_id: product.id,
      user_id: getAuthorId(review.author),
      rating: review.rating,
      title: review.title,
      content: review.content.trim(),
      created_at: calculateTimestamp(now, review.ago),
      is_verified: isVerifiedPurchase(content, review),
      verified_by: isVerifiedPurchase(content, review) ? ('enquiry' as const) : null,
      search_text: foldText(review.title, review.content.trim()),
      ...getVoteCounts(review),
      is_demo: isDemo,
    }
  })
  const chronological = rows.toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  if (chronological.length) await db.insertInto('reviews').values(chronological).execute()
  for (const { id, slug } of products) {
    const ratings = content.reviews.filter(({ product }) => product === slug).map(({ rating }) => rating)
    const sum = ratings.reduce((total, rating) => total + rating, 0)
    if (ratings.length)
      await db
        .updateTable('products')
        .set({ rating_sum: sum, review_count: ratings.length, average_rating: sum / ratings.length })
        .where('id', '=', id)
        .execute()
  }
}

/** Applies the site's rule for verified reviews: the author completed an enquiry about the product before the review. */
export const isVerifiedPurchase = (
  { enquiries }: Pick<ContentFiles, 'enquiries'>,
  { author, product, ago }: ContentFiles['reviews'][number],
): boolean =>
  enquiries.some(
    (enquiry) =>
      enquiry.status === 'completed' &&
      enquiry.member === author &&
      enquiry.product === product &&
      parseMinutes(enquiry.ago) > parseMinutes(ago),
  )

async function insertEnquiries(
  db: SiteDatabase,
  content: ContentFiles,
  isDemo: boolean,
  now: Date,
  getAuthorId: (username: string) => number,
): Promise<void> {
  const products = await db.selectFrom('products').select(['id', 'slug', 'name', 'price']).execute()
  for (const { product: slug, ago, notes, member, ...enquiry } of content.enquiries) {
    const product = products.find((candidate) => candidate.slug === slug)
    if (!product) throw new Error(`An enquiry names the product "${slug}", which does not exist.`)
    await db
      .insertInto('enquiries')
      .values({
        ...enquiry,
        user_id: member === undefined ? null : getAuthorId(member),
        notes: notes || null,
        customer_message: notes || null,
        product_id: product.id,
        product_name: product.name,
        product_price: product.price ?? '£POA',
        created_at: calculateTimestamp(now, ago),
        search_text: foldText(enquiry.name, enquiry.email, product.name, enquiry.status),
        is_demo: isDemo,
      })
      .execute()
  }
}
