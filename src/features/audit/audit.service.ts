/** Entries are added in the transaction of the change they tell of, and never changed. */
import type { Context } from '#platform/context.ts'
import type { Listed, Paging } from '#platform/endpoint.ts'
import type { AuditEntry, AuditFilter, AuditSubject } from './audit.contract.ts'
import * as queries from './audit.queries.ts'

export interface Change {
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
export async function record(ctx: Pick<Context, 'db' | 'viewer'>, { action, subject, before, after }: Change): Promise<void> {
  const [was, is] = before && after ? differences(before, after) : [before ?? null, after ?? null]
  await queries.insert(ctx, { at: new Date().toISOString(), userId: ctx.viewer?.id ?? null, action, subject, before: was, after: is })
}

export const listEntries = (ctx: Pick<Context, 'db'>, { page, perPage, ...filter }: AuditFilter & Paging): Promise<Listed<AuditEntry>> =>
  queries.list(ctx, filter, { page, perPage })

/** Everything that happened to one thing, oldest first; at most 500. */
export const listOf = async (ctx: Pick<Context, 'db'>, type: AuditSubject, id: number): Promise<AuditEntry[]> =>
  (await queries.listBefore(ctx, { subject: type, subjectId: id }, undefined, 500)).toReversed()

export const listBefore = queries.listBefore

function differences(before: object, after: object): [Record<string, unknown>, Record<string, unknown>] {
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  return [pick(was, names), pick(is, names)]
}

const pick = (from: Record<string, unknown>, names: string[]) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
