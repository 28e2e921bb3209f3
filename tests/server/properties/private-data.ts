/** Marks private data, which only its owner or an administrator may read, so that it is recognised in responses. */
import { sql } from 'kysely'
import { forAnyTable } from '#db/any-table.ts'
import { WRITE_CALLS } from './all-calls.ts'
import type { World } from './world.ts'

/** Part of every private text and email address. */
export const PRIVATE_MARK = 'privatemark'

/** Columns that are never public. */
const PRIVATE_COLUMNS: Record<string, readonly string[]> = {
  enquiries: ['name', 'phone', 'address', 'notes', 'customer_message'],
  enquiry_messages: ['content'],
  mails: ['subject', 'body'],
  sessions: ['browser'],
  passkeys: ['name'],
  webhooks: ['description'],
  suppressions: ['detail'],
  audit_entries: ['subject_title'],
  waiting_reviews: ['title', 'content'],
  review_evidence: ['note'],
  notices: ['title'],
  bookmarks: ['note'],
  trash: ['title'],
  reports: ['text'],
  report_cases: ['content'],
  report_decisions: ['text'],
  appeals: ['text'],
  launch_invitations: ['note'],
}
/** Tables with unpublished rows, by state column. */
const UNPUBLISHED: Record<string, { column: string; published: readonly string[]; texts: readonly string[] }> = {
  topics: { column: 'status', published: ['visible'], texts: ['title', 'content'] },
  replies: { column: 'status', published: ['visible'], texts: ['content'] },
  articles: { column: 'status', published: ['published'], texts: ['title', 'summary', 'content'] },
  newsletter_issues: { column: 'state', published: ['sent'], texts: ['subject', 'intro'] },
}
const EMAIL_COLUMNS: Record<string, readonly string[]> = {
  users: ['email', 'unconfirmed_email'],
  subscribers: ['email'],
  enquiries: ['email'],
  reports: ['email'],
}

/** Calls whose preparation creates private rows. */
const CREATORS = [
  'PATCH /api/me/passkeys/:id',
  'POST /api/me/bookmarks',
  'POST /api/me/email/confirmation',
  'POST /api/me/notices/read',
  'POST /api/admin/review-evidence/:id/decision',
  'POST /api/admin/waiting-reviews/:id/approve',
  'PATCH /api/admin/newsletter/issues/:id',
  'DELETE /api/admin/newsletter/:id',
  'POST /api/enquiry-status/:key/messages',
  'DELETE /api/admin/suppressions/:id',
  'DELETE /api/admin/launching/invitations/:id',
  'POST /api/admin/appeals/:id/decision',
  'POST /api/admin/mail/:id/send',
  'DELETE /api/admin/trash/:id',
]

/**
 * Creates private rows of several members and marks all private data.
 * @returns the newest ids of each table, and the slugs of unpublished articles
 */
export async function createPrivateData(world: World): Promise<{ ids: number[]; slugs: string[] }> {
  for (const name of CREATORS) {
    const call = WRITE_CALLS.find(({ endpoint: { method, path } }) => `${method} ${path}` === name)
    if (!call) throw new Error(`There is no sample call of ${name}.`)
    await world.prepare(call)
  }
  await unpublishSome(world)
  await markAll(world)
  world.invalidate(...Object.keys({ ...PRIVATE_COLUMNS, ...UNPUBLISHED, ...EMAIL_COLUMNS }))
  return { ids: await listIds(world), slugs: await listDraftSlugs(world) }
}

async function unpublishSome({ db }: World): Promise<void> {
  const newest = async (table: 'topics' | 'replies' | 'articles') =>
    (await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id
  await db
    .updateTable('topics')
    .set({ status: 'hidden' })
    .where('id', '=', await newest('topics'))
    .execute()
  await db
    .updateTable('replies')
    .set({ status: 'waiting' })
    .where('id', '=', await newest('replies'))
    .execute()
  await db
    .updateTable('articles')
    .set({ status: 'draft' })
    .where('id', '=', await newest('articles'))
    .execute()
}

async function markAll({ db }: World): Promise<void> {
  const any = forAnyTable(db)
  const appendMark = (column: string) => ({ [column]: sql<string>`${sql.ref(column)} || ${` ${PRIVATE_MARK}`}` })
  for (const [table, columns] of Object.entries(PRIVATE_COLUMNS))
    for (const column of columns) await any.updateTable(table).set(appendMark(column)).where(column, 'is not', null).execute()
  for (const [table, { column, published, texts }] of Object.entries(UNPUBLISHED))
    for (const text of texts)
      await any
        .updateTable(table)
        .set(appendMark(text))
        .where(column, 'not in', [...published])
        .execute()
  for (const [table, columns] of Object.entries(EMAIL_COLUMNS))
    for (const column of columns)
      await any
        .updateTable(table)
        .set({ [column]: sql<string>`${`${PRIVATE_MARK}.`} || ${sql.ref(column)}` })
        .where(column, 'is not', null)
        .execute()
}

/** Lists the newest two ids of each table, which are tried in every path. */
async function listIds({ db }: World): Promise<number[]> {
  const ids = new Set<number>()
  for (const table of [
    'topics',
    'replies',
    'newsletter_issues',
    'review_evidence',
    'waiting_reviews',
    'enquiries',
    'users',
    'reviews',
    'report_cases',
    'report_decisions',
  ]) {
    const rows = await forAnyTable(db).selectFrom(table).select('id').orderBy('id', 'desc').limit(2).execute()
    for (const { id } of rows) ids.add(Number(id))
  }
  for (const [table, { column, published }] of Object.entries(UNPUBLISHED)) {
    const rows = await forAnyTable(db)
      .selectFrom(table)
      .select('id')
      .where(column, 'not in', [...published])
      .limit(2)
      .execute()
    for (const { id } of rows) ids.add(Number(id))
  }
  return [...ids]
}

const listDraftSlugs = async ({ db }: World): Promise<string[]> =>
  (await db.selectFrom('articles').select('slug').where('status', '=', 'draft').orderBy('id', 'desc').limit(2).execute()).map(
    ({ slug }) => slug,
  )
