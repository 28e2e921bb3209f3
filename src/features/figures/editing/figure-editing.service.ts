/** Edits reference values. Replaced values stay in the history, marked as superseded. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { lockRow } from '#db/lock-row.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, type ListResult } from '#platform/contract/endpoint.ts'
import { badRequest, conflict, notFound } from '#platform/contract/errors.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import { currentDay } from '#features/figures/figure-day.policy.ts'
import { attentionOf, compareAttention, isUrgentReferenceValue } from '#features/figures/uses/figure-attention.policy.ts'
import type { ReferenceValueDetail, ReferenceValueEntry, ReferenceValueEntryQuery, ReferenceValueUse } from './figure-editing.contract.ts'
import type { ReferenceValueCheck, NewReferenceValue } from './new-figure-value.contract.ts'
import * as editing from './figure-editing.queries.ts'
import { placePeriod } from '#features/figures/figure-periods.policy.ts'
import { listReferenceValueUses } from '#features/figures/uses/figure-uses.service.ts'
import { toReferenceValueSummary } from '#features/figures/figure.service.ts'
import { listUnsupersededReferenceValues, type StoredReferenceValueRow } from '#features/figures/figure.queries.ts'

export async function listReferenceValueEntries(
  ctx: Context,
  { search, attention, ...paging }: ReferenceValueEntryQuery,
): Promise<ListResult<ReferenceValueEntry>> {
  const term = search?.toLowerCase()
  const matching = (await readEntries(ctx))
    .filter((entry) => attention === undefined || entry.attention === attention)
    .filter(({ key, label }) => term === undefined || key.includes(term) || label.toLowerCase().includes(term))
    .toSorted(compareAttention)
  const { offset, limit } = toOffsetLimit(paging)
  return { items: matching.slice(offset, offset + limit), total: matching.length }
}

/** Counts the reference values that are missing, expired or due to be checked. */
export async function countUrgentReferenceValues(ctx: Pick<Context, 'db'>): Promise<number> {
  return (await readEntries(ctx)).filter(({ attention }) => isUrgentReferenceValue(attention)).length
}

export async function getReferenceValueEntry(ctx: Context, features: AllFeatures, id: number): Promise<ReferenceValueDetail> {
  const entry = await getEntry(ctx, id)
  return {
    ...entry,
    values: await editing.listStoredReferenceValues(ctx, id),
    uses: await listReferenceValueUses(ctx, features, entry.key),
  }
}

export async function addReferenceValue(
  ctx: Context,
  features: AllFeatures,
  id: number,
  form: NewReferenceValue,
): Promise<ReferenceValueDetail> {
  const changedAt = new Date().toISOString()
  try {
    return await ctx.db.transaction().execute(async (db) => {
      const trxCtx = { ...ctx, db }
      if (!(await lockRow(db, 'figures', id))) throw notFound('figure')
      const entry = await getEntry(trxCtx, id)
      const periodChange = placePeriod(await editing.listUnsupersededPeriods(trxCtx, id), { from: form.validFrom, to: form.validTo })
      if ('problem' in periodChange) throw badRequest(periodChange.problem, [{ path: 'validTo', message: periodChange.problem }])
      await editing.supersedeReferenceValues(trxCtx, periodChange.superseded, changedAt)
      if (periodChange.cut) await editing.insertTruncatedReferenceValue(trxCtx, periodChange.cut.id, periodChange.cut.to, changedAt)
      await editing.insertReferenceValue(trxCtx, id, form, ctx.viewer?.id ?? null, changedAt)
      await editing.touchReferenceValue(trxCtx, id, changedAt)
      const { source, ...before } = entry.current
      const flatFields = { ...before, sourceTitle: source.title, sourcePublisher: source.publisher, sourceUrl: source.url }
      await recordAudit(trxCtx, { action: 'figure.edit', subject: toSubject(entry), before: flatFields, after: form })
      return getReferenceValueEntry(trxCtx, features, id)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('figure.changed', 'Another administrator has just changed this value. Please reload it.')
    throw error
  }
}

export async function previewReferenceValue(
  ctx: Context,
  features: AllFeatures,
  id: number,
  after: { value: number | null },
): Promise<{ uses: ReferenceValueUse[] }> {
  return { uses: await listReferenceValueUses(ctx, features, (await getEntry(ctx, id)).key, after) }
}

/** Records that the value was re-verified; the value itself is unchanged. */
export async function confirmReferenceValue(
  ctx: Context,
  features: AllFeatures,
  id: number,
  check: ReferenceValueCheck,
): Promise<ReferenceValueDetail> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const value = await editing.findStoredReferenceValue(trxCtx, id)
    if (!value) throw notFound('figure')
    if (!(await editing.updateReferenceValueCheck(trxCtx, id, check, ctx.viewer?.id ?? null)))
      throw conflict('figure.changed', 'This value has been replaced. Please reload it.')
    const entry = await getEntry(trxCtx, value.figureId)
    const before = { checkedOn: value.checkedOn, dueOn: value.dueOn }
    await recordAudit(trxCtx, { action: 'figure.check', subject: toSubject(entry), before, after: check })
    return getReferenceValueEntry(trxCtx, features, value.figureId)
  })
}

async function getEntry(ctx: Pick<Context, 'db'>, id: number): Promise<ReferenceValueEntry> {
  const entry = (await readEntries(ctx)).find((candidate) => candidate.id === id)
  if (!entry) throw notFound('figure')
  return entry
}

/** Reads the values that are not superseded, without the cache, so that editors see what was just saved. */
async function readEntries(ctx: Pick<Context, 'db'>): Promise<ReferenceValueEntry[]> {
  const [rows, checkers] = [await listUnsupersededReferenceValues(ctx), await editing.listReferenceValueCheckers(ctx)]
  const today = currentDay()
  return [...Map.groupBy(rows, ({ figureId }) => figureId)].map(([id, periods]) => {
    const registered = toReferenceValueSummary(periods, today)
    const current = periods.find(({ from }) => from === registered.current.validFrom) as StoredReferenceValueRow
    return { ...registered, id, attention: attentionOf(registered, today), checkedBy: checkers.get(current.id) ?? null }
  })
}

const toSubject = ({ id, label }: ReferenceValueEntry) => ({ type: 'figure' as const, id, title: label })
