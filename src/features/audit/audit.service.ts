/** Records changes in the audit log. Entries are inserted in the transaction of the change, and are immutable. */
import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import type { AuditAction } from './audit-actions.policy.ts'
import { formatAction, formatFieldName, listChangedFields } from './audit-labels.policy.ts'
import { AUDIT_SUBJECT_LABELS } from './audit-subjects.policy.ts'
import type { AuditEntry, AuditFilter, AuditSubject } from './audit.contract.ts'
import * as queries from './audit.queries.ts'
import { toUtcDay } from '#wording/iso-day.ts'

export interface AuditChange {
  /** Subject and verb, such as `product.edit`. */
  action: AuditAction
  subject: { type: AuditSubject; id: number | null; title: string }
  /** State of the subject before the change. If both states are given, only fields that differ are stored. Must not contain secrets. */
  before?: object | undefined
  /** State of the subject after the change; must not contain secrets either. */
  after?: object | undefined
}

/**
 * Records a change. Call it in the transaction of the change: `recordAudit({ ...ctx, db: trx }, …)`.
 * The actor is the viewer; jobs have no viewer, and their entries are shown as "System".
 */
export async function recordAudit(ctx: Pick<Context, 'db' | 'viewer'>, { action, subject, before, after }: AuditChange): Promise<void> {
  const [oldValues, newValues] = before && after ? pickChanges(before, after) : [before ?? null, after ?? null]
  await queries.insertAuditEntry(ctx, {
    at: new Date().toISOString(),
    userId: ctx.viewer?.id ?? null,
    action,
    subject,
    before: oldValues,
    after: newValues,
  })
}

/**
 * Redacts titles and values when the subject is permanently deleted; actor, action and time stay. No other function changes entries.
 * @param title the subject's title in the redacted entries
 */
export const eraseAuditText = queries.eraseAuditText

export const listAuditEntries = (
  ctx: Pick<Context, 'db'>,
  { page, perPage, ...filter }: AuditFilter & Paging,
): Promise<ListResult<AuditEntry>> => queries.listAuditRows(ctx, filter, { page, perPage })

/** Returns the newest 500 entries of a subject, oldest first. */
export const listAuditEntriesBySubject = async (ctx: Pick<Context, 'db'>, type: AuditSubject, id: number): Promise<AuditEntry[]> =>
  (await queries.listAuditRowsBefore(ctx, { subject: type, subjectId: id }, undefined, 500)).toReversed()

const BATCH_SIZE = 1000
const HEADINGS = ['Date', 'Who', 'Action', 'Subject', 'Number', 'Title', 'Changed fields', 'Before', 'After', 'Action key', 'Subject key']

/**
 * Exports matching entries as CSV, newest first. A byte order mark makes spreadsheets read UTF-8; formulas are escaped (CSV injection).
 * Actions, subjects and fields have the labels of the page; the last columns have the keys, and `Before` and `After` are JSON, for programs.
 * Reads entries in batches, and lets the event loop run in between.
 */
export async function exportAuditEntries(ctx: Context, filter: AuditFilter): Promise<string> {
  const parts = [`\uFEFF${stringify([HEADINGS])}`]
  let lastId: number | undefined
  do {
    const batch = await queries.listAuditRowsBefore(ctx, filter, lastId, BATCH_SIZE)
    parts.push(stringify(batch.map(toCells), { escape_formulas: true }))
    lastId = batch.length < BATCH_SIZE ? undefined : batch.at(-1)?.id
    await setImmediate()
  } while (lastId !== undefined)
  ctx.headers?.set('content-disposition', `attachment; filename="audit-log-${toUtcDay()}.csv"`)
  return parts.join('')
}

const toCells = ({ at, username, action, subjectType, subjectId, subjectTitle, before, after }: AuditEntry) => [
  at,
  username,
  formatAction(action),
  AUDIT_SUBJECT_LABELS[subjectType],
  subjectId,
  subjectTitle,
  listChangedFields(before, after)
    .map(({ name }) => formatFieldName(name))
    .join(', '),
  before && JSON.stringify(before),
  after && JSON.stringify(after),
  action,
  subjectType,
]

function pickChanges(before: object, after: object): [Record<string, unknown>, Record<string, unknown>] {
  const [oldValues, newValues]: [Record<string, unknown>, Record<string, unknown>] = [{ ...before }, { ...after }]
  const changedNames = [...new Set([...Object.keys(oldValues), ...Object.keys(newValues)])].filter(
    (name) => JSON.stringify(oldValues[name]) !== JSON.stringify(newValues[name]),
  )
  return [pick(oldValues, changedNames), pick(newValues, changedNames)]
}

const pick = (values: Record<string, unknown>, names: string[]) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
