/** Lists all state columns. The visibility matrix must cover each value, or a reason must be here, so that a new state is not forgotten. */
import type { Selectable } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { TrashKind } from '#features/trash/trash.contract.ts'
import type { World } from '#tests/server/properties/world.ts'

/** `covered` by a case of the matrix, or the reason why it does not affect what is public. */
type Cover = 'covered' | `not: ${string}`
/** Union members of a state column's type, such as `'draft' | 'published'`. */
type WordsOf<V> = string extends V ? never : Extract<V, string>
type WordColumns<Row> = {
  [C in keyof Row & ('status' | 'state') as [WordsOf<Row[C]>] extends [never] ? never : C]: Record<WordsOf<Row[C]>, Cover>
}
type WordTables = {
  [T in keyof Tables as keyof WordColumns<Selectable<Tables[T]>> extends never ? never : T]: WordColumns<Selectable<Tables[T]>>
}

const INTERNAL = 'not: rows that only administrators or their owner see'

/** The type requires each value of each state column. */
const WORD_COLUMNS: WordTables = {
  topics: { status: { visible: 'covered', waiting: 'covered', hidden: 'covered' } },
  replies: { status: { visible: 'covered', waiting: 'covered', hidden: 'covered' } },
  articles: { status: { draft: 'covered', scheduled: 'covered', published: 'covered' } },
  newsletter_issues: { state: { draft: 'covered', scheduled: 'covered', sending: 'covered', paused: 'covered', sent: 'covered' } },
  newsletter_recipients: { state: { waiting: INTERNAL, sent: INTERNAL, bounced: INTERNAL, failed: INTERNAL, skipped: INTERNAL } },
  bulk_mail_permissions: { state: { unsettled: INTERNAL, none: INTERNAL, requested: INTERNAL, allowed: INTERNAL } },
  launches: { state: { creating: INTERNAL, live: INTERNAL, suspended: INTERNAL, retired: INTERNAL } },
}

const TRASH_KINDS: Record<TrashKind, Cover> = {
  topic: 'covered',
  reply: 'covered',
  product: 'covered',
  review: 'covered',
  waiting_review: 'covered',
  review_picture: 'not: tested in src/features/reports/reported-pictures.test.ts',
  post_picture: 'not: its alternative text stays in the post; tested in src/features/reports/reported-pictures.test.ts',
  enquiry: 'covered',
}

/** Names of columns that may hold a state. */
const MAY_BE_A_STATE =
  /(^|_)(status|state|hidden|published|deleted|removed|closed|approved|confirmed|restricted|visible|waiting|draft|scheduled|private|archived|withdrawn)(_|$)/

/** All columns that have such a name, with whether the matrix covers them. */
const STATE_COLUMNS: Record<string, Cover> = {
  'accepted_replies.confirmed_by': 'not: names the expert who confirmed the answer',
  'articles.published_at': 'covered',
  'articles.status': 'covered',
  'bulk_mail_permissions.state': INTERNAL,
  'enquiries.closed_at': 'covered',
  'enquiries.status': 'covered',
  'expert_articles.published_at': 'covered',
  'launches.state': INTERNAL,
  'link_domains.approved': INTERNAL,
  'newsletter_issues.scheduled_at': 'not: goes with newsletter_issues.state',
  'newsletter_issues.state': 'covered',
  'newsletter_recipients.state': INTERNAL,
  'replies.approved_at': 'covered',
  'replies.status': 'covered',
  'retention_runs.removed': INTERNAL,
  'subscribers.confirmed_at': 'covered',
  'topics.status': 'covered',
  'trash.deleted_at': 'not: all rows of the table are covered by TRASH_KINDS',
  'trash.deleted_by': 'not: all rows of the table are covered by TRASH_KINDS',
  'users.deleted_at': 'covered',
  'report_cases.hidden_at': 'not: the status of the post, which is covered, goes with it',
  'report_decisions.restricted_until': INTERNAL,
  'users.restricted_at': 'covered',
  'users.restricted_until': 'not: the end of a restriction, which restricted_at covers',
  'webhook_deliveries.status': INTERNAL,
}

/** Finds database columns that are missing in STATE_COLUMNS. */
export async function findUnknownStateColumns({ db, site, installation }: World): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables
    .filter(({ schema }) => installation.engine.name !== 'postgres' || schema === `site_${site.id}`)
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
    .filter((column) => MAY_BE_A_STATE.test(column.split('.')[1] ?? '') && !STATE_COLUMNS[column])
}

/** Lists all covered values, as in `StateCase.covers`. */
export function listCovered(): string[] {
  const words = Object.entries(WORD_COLUMNS as Record<string, Record<string, Record<string, Cover>>>).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, values]) =>
      Object.entries(values).flatMap(([value, cover]) => (cover === 'covered' ? [`${table}.${column}=${value}`] : [])),
    ),
  )
  const kinds = Object.entries(TRASH_KINDS).flatMap(([kind, cover]) => (cover === 'covered' ? [`trash.kind=${kind}`] : []))
  const columns = Object.entries(STATE_COLUMNS).flatMap(([column, cover]) => (cover === 'covered' ? [column] : []))
  return [...words, ...kinds, ...columns]
}
