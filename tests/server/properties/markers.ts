/** Creates members and an administrator with unique marker texts, and defines who may read each of them. */
import { createTopic } from './calls/community.calls.ts'
import { createPicture, createProduct } from './calls/products.calls.ts'
import type { Actor, World } from './world.ts'

type Audience =
  /** The field is public on pages and in calls that match `where`; `why` is the reason. */
  { where: RegExp; why: string } | 'owner' | 'owner and administrators' | 'administrators'

/** Pages and calls that show posts or members. */
const POSTS =
  /^\/(|forum.*|category\/.*|products.*|user\/.*|search|feed.*|sitemap.*|admin.*|api\/(forums|forum-replies|reviews|users|search|admin|votes|me\/topics|me\/missed).*)$/
/** Pages and calls that show names, which include the notices of other members. */
const NAMES = new RegExp(`${POSTS.source}|^/(api/me/)?notices$`)

/** Who may read each field of a person. No other reader may find it in any response, headers included. */
export const AUDIENCES = {
  username: {
    where: NAMES,
    why: 'The name under which a member posts: `User`, `Topic`, `Reply`, `Review`, and `Notice.actor` of the API have it.',
  },
  displayName: { where: NAMES, why: 'Shown in place of the user name.' },
  topic: { where: POSTS, why: 'A visible topic is public.' },
  review: { where: POSTS, why: 'A published review is public.' },
  /** Session data in the boot JSON of a page. */
  session: 'owner',
  email: 'owner and administrators',
  home: 'owner',
  bookmark: 'owner',
  browser: 'owner',
  passkey: 'owner',
  enquiry: 'owner and administrators',
  address: 'owner and administrators',
  evidence: 'owner and administrators',
  notice: 'owner and administrators',
  report: 'owner and administrators',
  note: 'administrators',
  draft: 'administrators',
  hiddenTopic: 'administrators',
  waitingReview: 'administrators',
  waitingReply: 'administrators',
  webhook: 'administrators',
} as const satisfies Record<string, Audience>
export type Field = keyof typeof AUDIENCES

export interface Person extends Actor {
  name: string
  /** Marker text of each field. */
  markers: Map<Field, string>
  /** The person's rows by table, for reads of one item. */
  rows: Record<string, Record<string, unknown>>
}

/** Whether a reader may find a field of `owner` in the response for a URL. */
export function isReadable(field: Field, owner: Person, reader: Person | undefined, url: string): boolean {
  const audience: Audience = AUDIENCES[field]
  if (typeof audience === 'object') return owner === reader || audience.where.test(url.split('?')[0] ?? '')
  const isAdmin = reader?.role === 'admin'
  if (audience === 'owner') return owner === reader
  return audience === 'administrators' ? isAdmin : isAdmin || owner === reader
}

/** Creates a person with one row of everything. */
export async function createPerson(world: World, name: string, role: 'member' | 'admin' = 'member'): Promise<Person> {
  const actor = await world.createActor(role)
  const word = (field: string) => `${name}-${field}-${crypto.randomUUID().slice(0, 8)}`
  const { cookie, id } = actor
  const markers = new Map<Field, string>([
    ['username', actor.username],
    ['session', `"user":{"id":${id},"username"`],
  ])
  const set = (field: Field, text = word(field)): string => {
    markers.set(field, text)
    return text
  }
  const send = (method: 'POST' | 'PATCH', url: string, body: object) => world.mustSend(method, url, { cookie, body })
  await world.db
    .updateTable('users')
    .set({ email: `${set('email')}@example.org` })
    .where('id', '=', id)
    .execute()
  await world.db
    .updateTable('sessions')
    .set({ browser: set('browser') })
    .where('user_id', '=', id)
    .execute()
  await world.db
    .insertInto('passkeys')
    .values({
      user_id: id,
      credential_id: word('credential'),
      host: 'localhost:3000',
      public_key: 'none',
      counter: 0,
      transports: 'internal',
      name: set('passkey'),
      is_backed_up: false,
      created_at: new Date().toISOString(),
    })
    .execute()
  world.invalidate('users', 'users:*', 'sessions', 'sessions:*')
  await send('PATCH', '/api/me', { displayName: set('displayName') })
  await send('POST', '/api/me/home', {
    consumption: set('home', `1${String(Math.random()).slice(2, 6)}.${String(Math.random()).slice(2, 5)}7`),
  })
  const topic = await send('POST', '/api/forums', { title: set('topic'), content: 'How long does it take?', categoryId: 1 })
  await send('POST', `/api/me/topic-watches/${topic.id}`, { isWatching: true })
  await send('POST', '/api/me/bookmarks', { kind: 'topic', id: topic.id, note: set('bookmark') })
  const product = await createProduct(world)
  const review = await send('POST', '/api/reviews', { rating: 4, title: set('review'), content: 'Quiet.', productId: product.id })
  const picture = { cookie, body: await createPicture(), headers: { 'content-type': 'image/png' } }
  await world.mustSend('POST', `/api/reviews/${review.id}/evidence?note=${set('evidence')}`, picture)
  await send('POST', '/api/reports', { kind: 'topic', id: await createTopic(world), reason: 'other', text: set('report') })
  const enquiry = await send('POST', '/api/enquiries', {
    productId: product.id,
    name: 'Ada Quill',
    email: `${name.toLowerCase()}.${crypto.randomUUID().slice(0, 8)}@example.com`,
    phone: '01632 960001',
    address: set('address'),
    notes: set('enquiry'),
  })
  const evidence = await world.db.selectFrom('review_evidence').select('id').where('review_id', '=', review.id).executeTakeFirstOrThrow()
  const rows = {
    users: { id },
    topics: { id: topic.id },
    reviews: { id: review.id },
    products: { id: product.id, slug: product.slug },
    enquiries: { id: enquiry.id },
    review_evidence: evidence,
  }
  return { ...actor, name, markers, rows }
}

/** Adds an administrator's content: a draft, notes, hidden and waiting posts, a webhook, and notices to members. */
export async function addOfficeMarkers(world: World, { cookie, markers, rows }: Person, members: readonly Person[]): Promise<void> {
  const set = (field: Field): string => {
    const text = `office-${field}-${crypto.randomUUID().slice(0, 8)}`
    markers.set(field, text)
    return text
  }
  const send = (method: 'POST' | 'PATCH', url: string, body: object, as = cookie) => world.mustSend(method, url, { cookie: as, body })
  const draft = await send('POST', '/api/articles', {
    title: set('draft'),
    content: 'Words.',
    summary: 'Words.',
    authorName: 'Ada Green',
    categoryId: 2,
    status: 'draft',
  })
  await send('PATCH', `/api/enquiries/${String(rows['enquiries']?.['id'])}/notes`, { notes: set('note'), version: 1 })
  const hidden = await send('POST', '/api/forums', { title: set('hiddenTopic'), content: 'Words.', categoryId: 1 })
  await send('PATCH', `/api/forums/${hidden.id}`, { status: 'hidden', reason: 'spam' })
  const product = await createProduct(world)
  const link = 'See https://example.com'
  await send('POST', '/api/reviews', { rating: 1, title: set('waitingReview'), content: link, productId: product.id }, '')
  await send('POST', '/api/forum-replies', { content: `${link} ${set('waitingReply')}`, forumId: 2 }, '')
  const hook = { url: 'https://hooks.example.org/all', events: ['topic.created'], description: set('webhook') }
  await send('POST', '/api/admin/webhooks', hook)
  for (const member of members) {
    const { id: productId } = await createProduct(world)
    const review = await send('POST', '/api/reviews', { rating: 2, title: 'Loud', content: 'Loud.', productId }, member.cookie)
    const note = `${member.name}-notice-${crypto.randomUUID().slice(0, 8)}`
    await world.mustSend('DELETE', `/api/reviews/${review.id}?reason=insult&note=${note}`, { cookie })
    member.markers.set('notice', note)
  }
  Object.assign(rows, { articles: { id: draft.id, slug: draft.slug } })
}
