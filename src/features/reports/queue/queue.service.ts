/** The moderation queue: everything that waits for a decision of a moderator, by target time. */
import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { conflict, notFound, unauthorized } from '#platform/contract/errors.ts'
import { listAppealsByIds } from '#features/reports/appeals/appeal.queries.ts'
import type { ReportCase, ReportListQuery } from '#features/reports/decisions/decision.contract.ts'
import { listDecisionsOfCases } from '#features/reports/decisions/decision.queries.ts'
import { alreadyDecided, getReportCase } from '#features/reports/decisions/decision.service.ts'
import { assembleItems, toDecision, toItemRow, toReportCases, type ItemRow } from '#features/reports/decisions/report-case.service.ts'
import { QUEUE_ITEM_KEYS, type QueueItemType } from '#features/reports/report-reason.policy.ts'
import * as cases from '#features/reports/report.queries.ts'
import * as queries from './queue.queries.ts'
import { listWaitingItems, type WaitingItemType } from './waiting-item.queries.ts'

export async function listReports(ctx: Context, query: ReportListQuery): Promise<ListResult<ReportCase>> {
  const { status, kind, item, claim, ...paging } = query
  if (!ctx.viewer) throw unauthorized()
  if (status === 'decided') {
    if (item !== undefined && item !== 'report') return { items: [], total: 0 }
    const { items, total } = await cases.listDecidedCases(ctx, kind, paging)
    return { items: await toReportCases(ctx, items), total }
  }
  const shown = listShownItems(ctx).filter((type) => item === undefined || type === item)
  const { items, total } = await queries.listQueueEntries(ctx, { items: shown, kind, claim, viewerId: ctx.viewer.id }, paging)
  return { items: await toQueueItems(ctx, items), total }
}

/** The types whose features are switched on. */
function listShownItems({ site }: Context): QueueItemType[] {
  const { forums, products } = site.settings.features
  const hidden: readonly QueueItemType[] = [
    ...(forums ? [] : (['topic', 'reply'] as const)),
    ...(products ? [] : (['review', 'evidence'] as const)),
  ]
  return QUEUE_ITEM_KEYS.filter((type) => !hidden.includes(type))
}

/** Adds the content to the entries. Those that were decided meanwhile are left out. */
async function toQueueItems(ctx: Context, entries: readonly queries.QueueEntry[]): Promise<ReportCase[]> {
  const idsOf = (item: QueueItemType) => entries.filter((entry) => entry.item === item).map(({ id }) => id)
  const rows = new Map<string, ItemRow>()
  const keyOf = ({ item, id }: Pick<queries.QueueEntry, 'item' | 'id'>) => `${item} ${id}`
  const add = (row: ItemRow) => rows.set(keyOf(row), row)
  for (const row of await cases.listCases(ctx, idsOf('report'))) add(await toItemRow(ctx, row))
  for (const row of await listAppealItems(ctx, idsOf('appeal'))) add(row)
  for (const item of ['topic', 'reply', 'review', 'evidence'] as const)
    for (const row of await listWaitingRows(ctx, item, idsOf(item))) add(row)
  return assembleItems(
    ctx,
    entries.flatMap((entry) => {
      const row = rows.get(keyOf(entry))
      const { createdAt, dueAt, claimedBy } = entry
      return row ? [{ ...row, createdAt, dueAt, claimedById: claimedBy }] : []
    }),
  )
}

/** Appeals show the subject as the moderator saw it who made the decision. */
async function listAppealItems(ctx: Context, ids: readonly number[]): Promise<ItemRow[]> {
  const appeals = await listAppealsByIds(ctx, ids)
  const rows: ItemRow[] = []
  for (const appeal of appeals) {
    const found = await cases.findCaseOfDecision(ctx, appeal.decision_id)
    const decision = found && (await listDecisionsOfCases(ctx, [found.id])).find(({ id }) => id === appeal.decision_id)
    if (!found || !decision) continue
    rows.push({
      ...(await toItemRow(ctx, found)),
      item: 'appeal',
      id: appeal.id,
      title: decision.title,
      content: decision.content,
      isDecided: false,
      appeal: {
        role: appeal.party === 'author' ? 'author' : 'reporter',
        userId: appeal.user_id,
        username: appeal.username,
        text: appeal.text,
        decision: toDecision(decision),
      },
    })
  }
  return rows
}

/** The times and the claim are those of the entry. */
async function listWaitingRows(ctx: Context, item: WaitingItemType, ids: readonly number[]): Promise<ItemRow[]> {
  const kind = item === 'evidence' ? 'review' : item
  const found = await listWaitingItems(ctx, item, ids)
  return found.map((row) => ({
    ...row,
    item,
    kind,
    current: null,
    pictureUrl: null,
    hiddenAt: null,
    createdAt: '',
    dueAt: '',
    claimedById: null,
    caseId: null,
    isDecided: false,
    appeal: null,
  }))
}

/** @throws AppError 404, 409 `report.claimed` if another moderator has claimed it, 409 `report.decided` */
export async function claimItem(
  ctx: Context,
  id: number,
  { item, isClaimed }: { item: QueueItemType; isClaimed: boolean },
): Promise<ReportCase> {
  const { viewer } = ctx
  if (!viewer) throw unauthorized()
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    if (item === 'report') return claimReport(trxCtx, id, isClaimed, viewer.id)
    const entry = listShownItems(ctx).includes(item) ? await queries.findQueueEntry(trxCtx, item, id) : undefined
    if (!entry) throw notFound(item)
    const { createdAt } = entry
    if (!isClaimed) await queries.releaseItem(trxCtx, { item, id })
    else if (!(await queries.claimItem(trxCtx, { item, id, createdAt }, viewer.id, new Date().toISOString()))) throw alreadyClaimed()
    const [claimed] = await toQueueItems(trxCtx, [{ ...entry, claimedBy: isClaimed ? viewer.id : null }])
    if (!claimed) throw notFound(item)
    return claimed
  })
}

async function claimReport(trxCtx: Context, id: number, isClaimed: boolean, userId: number): Promise<ReportCase> {
  const found = await cases.findCase(trxCtx, id)
  if (!found) throw notFound('report')
  if (found.decided_at !== null) throw alreadyDecided()
  if (!isClaimed) await cases.releaseCase(trxCtx, id)
  else if (!(await cases.claimCase(trxCtx, id, userId, new Date().toISOString()))) throw alreadyClaimed()
  return getReportCase(trxCtx, id)
}

const alreadyClaimed = () => conflict('report.claimed', 'Another moderator is working on this.')
