/** Starts, changes, discards and signs records of duties. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { originForMail } from '#features/notices/notice.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { unpagedList, type ListResult } from '#platform/contract/endpoint.ts'
import { badRequest, notFound } from '#platform/contract/errors.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import { assertVersion } from '#platform/contract/version.ts'
import { DEFAULT_REVIEW_MONTHS, dutyOf, DUTY_KEYS, type DutyKey } from './duties.policy.ts'
import { describeFactChanges, type Fact } from './duty-facts.policy.ts'
import { collectFacts, listFactsOf } from './duty-facts.service.ts'
import { prefillAnswers } from './duty-prefill.policy.ts'
import { findAnswerErrors, type Answers } from './duty-question.policy.ts'
import type { DutyDetail, DutyDraft, DutyDraftChange, DutySignature, DutySigning, DutySummary, SignedDuty } from './duty.contract.ts'
import * as queries from './duty.queries.ts'
import type { DutyRow } from './duty.queries.ts'

export async function listDuties(ctx: Context, features: AllFeatures): Promise<ListResult<DutySummary>> {
  const [rows, collected] = await Promise.all([queries.listCurrentRows(ctx), collectFacts(ctx, features)])
  const now = new Date().toISOString()
  const items: DutySummary[] = []
  for (const duty of DUTY_KEYS) {
    const ofDuty = rows.filter((row) => row.duty === duty)
    items.push(toSummary(duty, ofDuty, listFactsOf(duty, collected), now))
  }
  return unpagedList(items)
}

export async function getDuty(ctx: Context, features: AllFeatures, duty: DutyKey): Promise<DutyDetail> {
  const rows = await queries.listRowsOf(ctx, duty)
  const signed = rows.filter(isSigned)
  const facts = await listCurrentFacts(ctx, features, duty, signed[0])
  const draft = rows.find((row) => !isSigned(row))
  return {
    ...toSummary(duty, rows, facts, new Date().toISOString()),
    facts,
    draft: draft ? toDraft(draft) : null,
    versions: signed.map(toSignature),
  }
}

/** Returns the facts now; reports are counted since the last signature. */
export const listCurrentFacts = async (
  ctx: Context,
  features: AllFeatures,
  duty: DutyKey,
  lastSigned: SignedRow | undefined,
): Promise<Fact[]> => listFactsOf(duty, await collectFacts(ctx, features, lastSigned?.signed_at))

/** Creates the draft, or returns the one that exists (status 200). */
export async function startDuty(ctx: Context, features: AllFeatures, duty: DutyKey): Promise<DutyDraft> {
  const lastSigned = (await queries.listRowsOf(ctx, duty)).find(isSigned)
  const facts = await listCurrentFacts(ctx, features, duty, lastSigned)
  const answers = lastSigned ? parseAnswers(lastSigned) : prefillAnswers(duty, ctx.site.settings.name, facts)
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const inserted = await queries.insertDraft(trxCtx, {
      duty,
      number: (lastSigned?.number ?? 0) + 1,
      answers: JSON.stringify(answers),
      review_months: lastSigned?.review_months ?? DEFAULT_REVIEW_MONTHS,
      created_at: new Date().toISOString(),
      created_by: ctx.viewer?.id ?? null,
    })
    if (inserted) {
      await recordAudit(trxCtx, { action: 'duty.start', subject: toSubject(inserted) })
      return toDraft(inserted)
    }
    ctx.headers?.status?.(200)
    return toDraft(await getDraft(trxCtx, duty))
  })
}

/** @throws AppError 400 for unknown questions or invalid answers, 404 without a draft, 409 if it has changed since `version` */
export async function changeDuty(
  ctx: Context,
  duty: DutyKey,
  { answers = {}, reviewMonths, version }: DutyDraftChange,
): Promise<DutyDraft> {
  assertAnswers(duty, answers, false)
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const row = await queries.lockDraft(trxCtx, duty)
    if (!row) throw notFound('draft')
    const stored = parseAnswers(row)
    const months = reviewMonths ?? row.review_months
    assertVersion(
      version,
      { ...answers, reviewMonths: String(months) },
      {
        version: row.version,
        fields: { ...toComparable(stored, answers), reviewMonths: String(row.review_months) },
        current: toDraft(row),
      },
    )
    const merged = { ...stored, ...answers }
    const updated = await queries.updateDraft(trxCtx, row.id, {
      answers: JSON.stringify(merged),
      review_months: months,
      updated_at: new Date().toISOString(),
    })
    await recordAudit(trxCtx, {
      action: 'duty.edit',
      subject: toSubject(row),
      before: { ...stored, reviewMonths: row.review_months },
      after: { ...merged, reviewMonths: months },
    })
    return toDraft(updated)
  })
}

/** Missing stored answers equal empty ones. */
const toComparable = (stored: Answers, change: Answers): Answers =>
  Object.fromEntries(Object.keys(change).map((name) => [name, stored[name] ?? '']))

export async function discardDuty(ctx: Context, duty: DutyKey): Promise<{ ok: true }> {
  return ctx.db.transaction().execute(async (db) => {
    const row = await queries.deleteDraft({ db }, duty)
    if (!row) throw notFound('draft')
    await recordAudit({ ...ctx, db }, { action: 'duty.discard', subject: toSubject(row), before: parseAnswers(row) })
    return { ok: true }
  })
}

/**
 * Signs the draft with the facts of this moment; from then on it is immutable.
 * @throws AppError 400 if required answers are missing, 404 without a draft, 409 if it has changed since `version`
 */
export async function signDuty(
  ctx: Context,
  features: AllFeatures,
  duty: DutyKey,
  { name, role, version }: DutySigning,
): Promise<DutySignature> {
  const lastSigned = (await queries.listRowsOf(ctx, duty)).find(isSigned)
  const facts = await listCurrentFacts(ctx, features, duty, lastSigned)
  const now = new Date()
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const row = await queries.lockDraft(trxCtx, duty)
    if (!row) throw notFound('draft')
    assertVersion(version, { content: version }, { version: row.version, fields: { content: row.version }, current: toDraft(row) })
    assertAnswers(duty, parseAnswers(row), true)
    const signed = await queries.signDraft(trxCtx, row.id, {
      facts: JSON.stringify(facts),
      signed_at: now.toISOString(),
      signed_by: ctx.viewer?.id ?? null,
      signatory_name: name,
      signatory_role: role,
      review_due_at: addMonths(now, row.review_months).toISOString(),
      origin: originForMail(ctx),
    })
    await recordAudit(trxCtx, { action: 'duty.sign', subject: toSubject(row), after: { name, role, reviewMonths: row.review_months } })
    return toSignature(toSignedRow(signed))
  })
}

export async function getSignedDuty(ctx: Pick<Context, 'db'>, duty: DutyKey, number: number): Promise<SignedDuty> {
  const row = await queries.findSignedRow(ctx, duty, number)
  if (!row) throw notFound('version')
  const signed = toSignedRow(row)
  return { ...toSignature(signed), duty, answers: parseAnswers(signed), facts: parseFacts(signed) }
}

export type SignedRow = DutyRow & { signed_at: string; review_due_at: string; facts: string }

export const isSigned = (row: DutyRow): row is SignedRow => row.signed_at !== null

function toSignedRow(row: DutyRow): SignedRow {
  if (!isSigned(row)) throw new Error(`duty record ${row.id} is not signed`)
  return row
}

export const parseAnswers = ({ answers }: Pick<DutyRow, 'answers'>): Record<string, string> => JSON.parse(answers) as Record<string, string>
export const parseFacts = ({ facts }: Pick<SignedRow, 'facts'>): Fact[] => JSON.parse(facts) as Fact[]

async function getDraft(ctx: Pick<Context, 'db'>, duty: DutyKey): Promise<DutyRow> {
  const row = await queries.findDraft(ctx, duty)
  if (!row) throw notFound('draft')
  return row
}

function assertAnswers(duty: DutyKey, answers: Answers, isComplete: boolean): void {
  const errors = Object.entries(findAnswerErrors(dutyOf(duty).sections, answers, isComplete)).map(([path, message]) => ({ path, message }))
  if (errors.length > 0)
    throw badRequest(isComplete ? 'Some questions must be answered before you can sign.' : 'Please check the marked answers.', errors)
}

/** Adds calendar months; a day that the month does not have becomes its last one. */
function addMonths(date: Date, months: number): Date {
  const result = new Date(date)
  result.setUTCMonth(result.getUTCMonth() + months)
  if (result.getUTCDate() !== date.getUTCDate()) result.setUTCDate(0)
  return result
}

function toSummary(duty: DutyKey, rows: readonly DutyRow[], facts: readonly Fact[], now: string): DutySummary {
  const signed = rows.find(isSigned)
  const hasDraft = rows.some((row) => !isSigned(row))
  return {
    duty,
    status: signed ? (signed.review_due_at <= now ? 'review-due' : 'signed') : hasDraft ? 'draft' : 'not-started',
    signature: signed ? toSignature(signed) : null,
    hasDraft,
    changes: signed ? describeFactChanges(parseFacts(signed), facts) : [],
  }
}

const toDraft = (row: DutyRow): DutyDraft => ({
  number: row.number,
  answers: parseAnswers(row),
  reviewMonths: row.review_months,
  updatedAt: row.updated_at,
  version: row.version,
})

const toSignature = (row: SignedRow): DutySignature => ({
  number: row.number,
  signedAt: row.signed_at,
  name: row.signatory_name ?? '',
  role: row.signatory_role ?? '',
  reviewMonths: row.review_months,
  reviewDueAt: row.review_due_at,
})

const toSubject = ({ id, duty, number }: DutyRow) => ({ type: 'duty' as const, id, title: `${dutyOf(duty).title}, version ${number}` })
