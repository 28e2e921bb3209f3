/** Creates rows with equal or null sort keys, so that pagination depends on the tie-breaker. */
import { makeArticle } from '#features/articles/article.factory.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { forAnyTable, type AnyRow } from '#db/any-table.ts'
import type { Context } from '#platform/contract/context.ts'

const ROWS = 9
const SHUFFLED = [4, 0, 7, 2, 8, 1, 5, 3, 6]
const EARLY = '2026-03-01T10:00:00.000Z'
const LATE = '2026-03-02T10:00:00.000Z'
/** Two distinct times for nine rows. */
const time = (n: number): string => (n % 4 === 0 ? EARLY : LATE)
const timeOrNull = (n: number): string | null => (n % 3 === 0 ? null : time(n))
/** Texts with duplicates and accents; both engines sort by code point. */
const text = (n: number): string => ['Alder', 'alder', 'Älder', 'Alder', 'ash', 'Alder', 'zinc', 'Älder', 'alder'][n % ROWS] ?? ''

export interface TiedRows {
  /** The administrator who reads the lists. */
  adminId: number
  topicId: number
  /** A reply to the topic. */
  replyId: number
  productId: number
  webhookId: number
}

export async function insertTiedRows(ctx: Context, adminId: number): Promise<TiedRows> {
  const any = forAnyTable(ctx.db)
  const insert = async (table: string, rowOf: (n: number) => AnyRow): Promise<number[]> => {
    const ids: number[] = []
    for (let n = 0; n < ROWS; n++) {
      const { id } = await any.insertInto(table).values(rowOf(n)).returning('id').executeTakeFirstOrThrow()
      ids.push(Number(id))
    }
    await shuffle(table, ids)
    return ids
  }
  /** PostgreSQL returns unsorted rows in the order of their last update: updates them in another order than their ids. */
  const shuffle = async (table: string, ids: readonly number[]): Promise<void> => {
    const [row = {}] = await any.selectFrom(table).selectAll().limit(1).execute()
    const column = Object.keys(row).find((name) => name !== 'id') ?? 'id'
    for (const n of SHUFFLED)
      await any
        .updateTable(table)
        .set((eb) => ({ [column]: eb.ref(column) }))
        .where('id', '=', ids[n] ?? 0)
        .execute()
  }
  const userIds = await insert('users', (n) => ({
    username: `${text(n)}${n}`,
    username_key: `${text(n)}${n}`.toLowerCase(),
    email: `tied${n}@example.org`,
    member_since: time(n),
    last_active: timeOrNull(n),
    reputation_points: n % 2,
    search_text: '',
  }))
  const [articleIds, productIds]: [number[], number[]] = [[], []]
  for (let n = 0; n < ROWS; n++) {
    const { id } = await makeArticle(ctx, { title: text(n), rating: n % 3 === 0 ? null : 4 + (n % 2), publishedAt: timeOrNull(n) })
    articleIds.push(id)
    const product = await makeProduct(ctx, { name: text(n), price: n % 3 === 0 ? null : `£${100 * (1 + (n % 2))}`, isFeatured: true })
    const sortKeys = { created_at: time(n), average_rating: 3 + (n % 2), review_count: n % 3, score: 1 + (n % 2) }
    await any.updateTable('products').set(sortKeys).where('id', '=', product.id).execute()
    productIds.push(product.id)
  }
  await shuffle('articles', articleIds)
  await shuffle('products', productIds)
  const { id: productId } = await ctx.db.selectFrom('products').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const reviewIds = await insert('reviews', (n) => ({
    product_id: productId,
    user_id: userIds[n] ?? 0,
    rating: 3 + (n % 2),
    title: text(n),
    content: 'Quiet.',
    created_at: time(n),
    upvotes: n % 3,
    downvotes: n % 2,
    search_text: '',
  }))
  const topic = (n: number, status = 'visible') => ({
    title: text(n),
    content: 'Which one?',
    category_id: 1,
    user_id: userIds[n] ?? 0,
    created_at: time(n),
    active_at: time(n + 1),
    views: n % 2,
    reply_count: n % 3,
    is_pinned: n % 4 === 0,
    status,
    search_text: 'which one kettle',
  })
  const topicIds = await insert('topics', (n) => topic(n))
  const topicId = topicIds[0] ?? 0
  for (const id of topicIds) await any.insertInto('topic_watches').values({ topic_id: id, user_id: adminId, created_at: EARLY }).execute()
  const reply = (n: number, status = 'visible') => ({
    topic_id: topicId,
    user_id: userIds[n] ?? 0,
    content: 'That one.',
    created_at: time(n),
    status,
  })
  const [replyId = 0] = await insert('replies', (n) => reply(n))
  // Both tables, which the list merges, have rows with the same ids and times.
  await insert('topics', (n) => ({ ...topic(n, 'waiting'), id: 9001 + n }))
  await insert('replies', (n) => ({ ...reply(n, 'waiting'), id: 9001 + n }))
  const [expertId = 0] = await insert('experts', (n) => ({
    slug: `expert-${n}`,
    name: text(n),
    title: 'Expert',
    avatar_url: '',
    interest: '',
    bio: '',
  }))
  await insert('expert_articles', (n) => ({ expert_id: expertId, title: text(n), content: 'Words.', published_at: timeOrNull(n) }))
  const [enquiryId = 0] = await insert('enquiries', (n) => ({
    name: text(n),
    email: 'same@example.org',
    phone: '',
    address: '',
    product_name: text(n + 2),
    product_price: '',
    created_at: time(n),
    search_text: '',
    status: 'new',
  }))
  await insert('enquiry_messages', (n) => ({ enquiry_id: enquiryId, is_from_customer: true, content: `Message ${n}`, created_at: time(n) }))
  const [caseId = 0] = await insert('report_cases', (n) => ({
    kind: 'topic',
    subject_id: n + 1,
    author_id: userIds[n] ?? 0,
    path: '/forum/1',
    title: text(n),
    content: 'Which one?',
    due_at: time(n),
    created_at: time(n),
  }))
  const [decisionId = 0] = await insert('report_decisions', (n) => ({
    case_id: caseId,
    decision: 'hide',
    reason: 'spam',
    text: '',
    title: text(n),
    content: 'Which one?',
    decided_at: time(n),
  }))
  await insert('appeals', (n) => ({ decision_id: decisionId, party: `report:${n}`, text: text(n), due_at: time(n), created_at: time(n) }))
  await insert('subscribers', (n) => ({
    email: `${text(n)}${n}@example.org`.toLowerCase(),
    created_at: time(n),
    confirmed_at: timeOrNull(n),
  }))
  await insert('newsletter_issues', (n) => ({
    subject: text(n),
    intro: '',
    entries: '[]',
    audience: '[]',
    rate: 1,
    state: 'sent',
    created_at: time(n),
    changed_at: time(n),
    started_at: timeOrNull(n),
    finished_at: timeOrNull(n),
  }))
  await insert('notices', (n) => ({
    user_id: adminId,
    kind: 'reply',
    about: `topic:${n}`,
    title: text(n),
    path: '/forum/1',
    origin: 'http://localhost',
    first_item: 1,
    last_item: 1,
    items: 1,
    mailed_items: 0,
    at: time(n),
    read_at: timeOrNull(n),
  }))
  await insert('mails', (n) => ({
    to_address: 'same@example.org',
    subject: text(n),
    body: '',
    created_at: time(n),
    sent_at: timeOrNull(n),
    attempts: 0,
  }))
  await insert('suppressions', (n) => ({
    address: `${n}@example.org`,
    reason: 'manual',
    detail: '',
    soft_bounces: 0,
    last_event_at: time(n),
    suppressed_at: timeOrNull(n),
  }))
  await insert('queued_jobs', (n) => ({
    kind: 'mail.send',
    unique_key: String(n),
    payload: '{}',
    priority: n % 2,
    due_at: n % 4 === 0 ? null : time(n),
    attempts: 0,
    created_at: time(n),
    failed_at: n % 4 === 0 ? (n === 8 ? EARLY : LATE) : null,
  }))
  const [webhookId = 0] = await insert('webhooks', () => ({
    url: 'https://hooks.example.org',
    description: '',
    events: '[]',
    secret: '',
    created_at: EARLY,
    paused_at: EARLY,
  }))
  await insert('webhook_deliveries', (n) => ({
    webhook_id: webhookId,
    event_id: `e${n}`,
    event: 'topic.created',
    payload: '{}',
    created_at: time(n),
    attempts: 0,
    delivered_at: timeOrNull(n),
  }))
  await insert('uploads', (n) => ({ name: `upload-${n}`, width: 10, height: 10, alt: '', bytes: 10, created_at: time(n) }))
  await insert('trash', (n) => ({ kind: 'topic', subject_id: 50 + n, title: text(n), deleted_at: time(n), rows: '[]' }))
  await insert('audit_entries', (n) => ({
    at: time(n),
    action: 'enquiry.notes',
    subject_type: 'enquiry',
    subject_id: enquiryId,
    subject_title: text(n),
    before: '{"notes":""}',
    after: '{"notes":"called"}',
  }))
  await insert('launches', (n) => ({
    slug: `tied-${n}`,
    public_id: `tied-${n}`,
    name: text(n),
    state: 'retired',
    config: '{}',
    key_hash: `tied-${n}`,
    created_at: time(n),
    claim_until: time(n),
    domain_failures: 0,
  }))
  await insert('launch_invitations', (n) => ({
    token_hash: `tied-${n}`,
    note: text(n),
    max_uses: 1,
    uses: 0,
    created_at: time(n),
    expires_at: '2030-01-01T00:00:00.000Z',
  }))
  await insert('waiting_reviews', (n) => ({ product_id: productId, rating: 4, title: text(n), content: 'Quiet.', created_at: time(n) }))
  await insert('review_evidence', (n) => ({
    review_id: reviewIds[n] ?? 0,
    user_id: userIds[n] ?? 0,
    file: `evidence-${n}`,
    sent_at: time(n),
  }))
  const badges = await ctx.db.selectFrom('badges').select('id').execute()
  for (const { id } of badges) await any.insertInto('user_badges').values({ user_id: adminId, badge_id: id, earned_at: EARLY }).execute()
  await insert('sessions', (n) => ({
    user_id: adminId,
    token_hash: `tied-${n}`,
    browser: 'Firefox',
    created_at: time(n),
    last_seen_at: time(n),
    expires_at: '2030-01-01T00:00:00.000Z',
  }))
  await insert('passkeys', (n) => ({
    user_id: adminId,
    credential_id: `tied-${n}`,
    host: 'localhost',
    public_key: '',
    counter: 0,
    transports: '',
    name: text(n),
    is_backed_up: false,
    created_at: time(n),
  }))
  await insert('search_pins', (n) => ({ query: n % 2 ? 'kettle' : 'boiler', url: `/forum/${n + 1}`, created_at: time(n) }))
  return { adminId, topicId, replyId, productId, webhookId }
}
