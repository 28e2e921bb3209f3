/** Entries are added in the transaction of the change they tell of, and never changed. */
import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import type { AuditEntry, AuditFilter, AuditSubject } from './audit.contract.ts'
import * as queries from './audit.queries.ts'

export interface AuditChange {
  /** `product.edit`: the noun and what was done. */
  action: string
  subject: { type: AuditSubject; id: number | null; title: string }
  /** The thing before and after; only the fields that differ are kept. Leave out what is secret. */
  before?: object | undefined
  after?: object | undefined
}

/**
 * Notes a change. Call it in the same transaction: `record({ ...ctx, db: trx }, …)`.
 * The person is the viewer; for a job it is nobody, shown as "System".
 */
export async function recordAudit(ctx: Pick<Context, 'db' | 'viewer'>, { action, subject, before, after }: AuditChange): Promise<void> {
  const [was, is] = before && after ? differences(before, after) : [before ?? null, after ?? null]
  await queries.insertAuditEntry(ctx, {
    at: new Date().toISOString(),
    userId: ctx.viewer?.id ?? null,
    action,
    subject,
    before: was,
    after: is,
  })
}

/**
 * The one exception to "never changed": what was said about a person goes when the thing itself goes for good. Who did what, and when, stays.
 * @param title what the entries call the thing from now on
 */
export const eraseAuditWords = queries.eraseAuditText

export const listAuditEntries = (
  ctx: Pick<Context, 'db'>,
  { page, perPage, ...filter }: AuditFilter & Paging,
): Promise<ListResult<AuditEntry>> => queries.listAuditRows(ctx, filter, { page, perPage })

/** Everything that happened to one thing, oldest first; at most 500. */
export const listAuditEntriesOf = async (ctx: Pick<Context, 'db'>, type: AuditSubject, id: number): Promise<AuditEntry[]> =>
  (await queries.listAuditRowsBefore(ctx, { subject: type, subjectId: id }, undefined, 500)).toReversed()

const SLICE = 1000
const HEADINGS = ['Date', 'Who', 'Action', 'Subject', 'Number', 'Title', 'Before', 'After']

/**
 * Everything that matches, newest first, for a spreadsheet: with a byte order mark, so that it is read as UTF-8, and with
 * nothing that it would take for a formula. Slice by slice, with time for others in between.
 */
export async function exportAuditEntries(ctx: Context, filter: AuditFilter): Promise<string> {
  const parts = [`\uFEFF${stringify([HEADINGS])}`]
  let last: number | undefined
  do {
    const slice = await queries.listAuditRowsBefore(ctx, filter, last, SLICE)
    parts.push(stringify(slice.map(toCells), { escape_formulas: true }))
    last = slice.length < SLICE ? undefined : slice.at(-1)?.id
    await setImmediate()
  } while (last !== undefined)
  ctx.headers?.set('content-disposition', `attachment; filename="audit-log-${new Date().toISOString().slice(0, 10)}.csv"`)
  return parts.join('')
}

const toCells = ({ at, username, action, subjectType, subjectId, subjectTitle, before, after }: AuditEntry) => [
  at,
  username,
  action,
  subjectType,
  subjectId,
  subjectTitle,
  before && JSON.stringify(before),
  after && JSON.stringify(after),
]

function differences(before: object, after: object): [Record<string, unknown>, Record<string, unknown>] {
  const [was, is]: [Record<string, unknown>, Record<string, unknown>] = [{ ...before }, { ...after }]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  return [pick(was, names), pick(is, names)]
}

const pick = (from: Record<string, unknown>, names: string[]) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
