/** The open items of the moderation queue, in the order of their target times, and their claims. */
import { sql, type SelectQueryBuilder } from 'kysely'
import { addHours } from '#db/add-hours.ts'
import type { SiteDatabase, Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { countTotal, toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import { WAITING_TARGETS, type ClaimFilter, type QueueItemType, type ReportKind } from '#features/reports/report-reason.policy.ts'

type Db = Pick<Context, 'db'>

/** An open item, without its content. */
export interface QueueEntry {
  item: QueueItemType
  id: number
  kind: ReportKind
  createdAt: string
  dueAt: string
  claimedBy: number | null
}

/** An open item with the claim in its own row, which only reports have. */
type OpenRow = Omit<QueueEntry, 'claimedBy'> & { ownClaim: number | null }
type SelectOpen = SelectQueryBuilder<Tables, never, OpenRow>

const asItem = (item: QueueItemType) => sql<QueueItemType>`${sql.lit(item)}`.as('item')
const asKind = (kind: ReportKind) => sql<ReportKind>`${sql.lit(kind)}`.as('kind')
const noOwnClaim = sql<number | null>`cast(null as integer)`.as('ownClaim')

/** An edit can make a published post wait again: it waits since then. */
const postWaitsSince = sql<string>`coalesce(edited_at, created_at)`

const SELECTS: Record<QueueItemType, (db: SiteDatabase) => SelectOpen> = {
  report: (db) =>
    db
      .selectFrom('report_cases')
      .select([asItem('report'), 'id', 'kind', 'created_at as createdAt', 'due_at as dueAt', 'claimed_by as ownClaim'])
      .where('decided_at', 'is', null),
  appeal: (db) =>
    db
      .selectFrom('appeals as a')
      .innerJoin('report_decisions as d', 'd.id', 'a.decision_id')
      .innerJoin('report_cases as r', 'r.id', 'd.case_id')
      .select([asItem('appeal'), 'a.id', 'r.kind', 'a.created_at as createdAt', 'a.due_at as dueAt', noOwnClaim])
      .where('a.decided_at', 'is', null),
  topic: (db) => selectWaitingPosts(db, 'topics', 'topic'),
  reply: (db) => selectWaitingPosts(db, 'replies', 'reply'),
  review: (db) =>
    db
      .selectFrom('waiting_reviews')
      .select([
        asItem('review'),
        'id',
        asKind('review'),
        'created_at as createdAt',
        addHours(db, sql.ref('created_at'), WAITING_TARGETS.review.targetHours).as('dueAt'),
        noOwnClaim,
      ]),
  evidence: (db) =>
    db
      .selectFrom('review_evidence')
      .select([
        asItem('evidence'),
        'id',
        asKind('review'),
        'sent_at as createdAt',
        addHours(db, sql.ref('sent_at'), WAITING_TARGETS.evidence.targetHours).as('dueAt'),
        noOwnClaim,
      ]),
}

const selectWaitingPosts = (db: SiteDatabase, table: 'topics' | 'replies', item: 'topic' | 'reply'): SelectOpen =>
  db
    .selectFrom(table)
    .select([
      asItem(item),
      'id',
      asKind(item),
      postWaitsSince.as('createdAt'),
      addHours(db, postWaitsSince, WAITING_TARGETS.post.targetHours).as('dueAt'),
      noOwnClaim,
    ])
    .where('status', '=', 'waiting')

/**
 * Selects the open items of some types with their claims. A claim from before the item began to wait belongs to an earlier decision about
 * the same post.
 * @param items at least one
 */
function selectEntries({ db }: Db, items: readonly QueueItemType[]) {
  const [first = 'report', ...others] = items
  const open = others.reduce((union, item) => union.unionAll(SELECTS[item](db)), SELECTS[first](db))
  return db
    .selectFrom(open.as('q'))
    .leftJoin('queue_claims as c', (join) =>
      join.onRef('c.item', '=', 'q.item').onRef('c.subject_id', '=', 'q.id').onRef('c.claimed_at', '>=', 'q.createdAt'),
    )
}

export interface QueueFilter {
  items: readonly QueueItemType[]
  kind?: ReportKind | undefined
  claim?: ClaimFilter | undefined
  viewerId: number
}

/** Lists the open items by target time, so that overdue ones are first. */
export async function listQueueEntries(
  ctx: Db,
  { items, kind, claim, viewerId }: QueueFilter,
  paging: Paging,
): Promise<ListResult<QueueEntry>> {
  if (items.length === 0) return { items: [], total: 0 }
  const { offset, limit } = toOffsetLimit(paging)
  const matching = selectEntries(ctx, items)
    .$if(kind !== undefined, (q) => q.where('q.kind', '=', kind ?? 'topic'))
    .$if(claim === 'mine', (q) => q.where((eb) => eb(eb.fn.coalesce('q.ownClaim', 'c.claimed_by'), '=', viewerId)))
    .$if(claim === 'unclaimed', (q) => q.where('q.ownClaim', 'is', null).where('c.claimed_by', 'is', null))
  const rows = await matching
    .select((eb) => ['q.item', 'q.id', 'q.kind', 'q.createdAt', 'q.dueAt', eb.fn.coalesce('q.ownClaim', 'c.claimed_by').as('claimedBy')])
    .orderBy('q.dueAt')
    .orderBy('q.id')
    // The type is the last criterion, because items of different types may have the same time and id.
    .orderBy('q.item')
    .offset(offset)
    .limit(limit)
    .execute()
  const total = await countTotal(rows, paging, async () => {
    const { n } = await matching.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    return n
  })
  return { items: rows, total }
}

/** @returns undefined if there is no such open item */
export const findQueueEntry = (ctx: Db, item: QueueItemType, id: number): Promise<QueueEntry | undefined> =>
  selectEntries(ctx, [item])
    .select((eb) => ['q.item', 'q.id', 'q.kind', 'q.createdAt', 'q.dueAt', eb.fn.coalesce('q.ownClaim', 'c.claimed_by').as('claimedBy')])
    .where('q.id', '=', id)
    .executeTakeFirst()

type ClaimableItem = Exclude<QueueItemType, 'report'>

/** Claims the item unless another moderator has. @returns whether the user has it now */
export async function claimItem(
  { db }: Db,
  { item, id, createdAt }: { item: ClaimableItem; id: number; createdAt: string },
  userId: number,
  at: string,
): Promise<boolean> {
  const claimed = await db
    .insertInto('queue_claims')
    .values({ item, subject_id: id, claimed_by: userId, claimed_at: at })
    .onConflict((oc) =>
      oc
        .columns(['item', 'subject_id'])
        .doUpdateSet({ claimed_by: userId, claimed_at: at })
        .where((eb) => eb.or([eb('queue_claims.claimed_by', '=', userId), eb('queue_claims.claimed_at', '<', createdAt)])),
    )
    .returning('claimed_by')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function releaseItem({ db }: Db, { item, id }: { item: ClaimableItem; id: number }): Promise<void> {
  await db.deleteFrom('queue_claims').where('item', '=', item).where('subject_id', '=', id).execute()
}

export async function deleteClaimsBefore({ db }: Db, at: string): Promise<void> {
  await db.deleteFrom('queue_claims').where('claimed_at', '<', at).execute()
}
