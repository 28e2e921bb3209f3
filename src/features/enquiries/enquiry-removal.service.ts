/** An enquiry goes to the trash whole, and when it leaves that for good, nothing is left of who asked. */
import type { Selectable } from 'kysely'
import { eraseAuditWords } from '#features/audit/audit.service.ts'
import { removeMailStartingWith } from '#features/mail/mail.service.ts'
import { moveToTrash, restoreRows, type PurgeHook, type RestoreHook, type TrashedRows } from '#features/trash/trash.service.ts'
import { lockRow } from '#db/lock-row.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/context.ts'
import { notFound } from '#platform/errors.ts'
import { toAuditSubject } from './enquiry-handling.service.ts'
import * as queries from './enquiry-removal.queries.ts'
import { enquiryMail } from './enquiry.service.ts'

export async function deleteEnquiry(ctx: Context, id: number): Promise<{ id: number; trashId: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await lockRow(db, 'enquiries', id)
    const row = await queries.findEnquiryRow(inside, id)
    if (!row) throw notFound('enquiry')
    const { title } = toAuditSubject({ id, name: row.name, productName: row.product_name })
    const trashId = await moveToTrash(inside, { kind: 'enquiry', subjectId: id, title, rows: { tables: [['enquiries', [row]]] } })
    await queries.deleteEnquiryRow(inside, id)
    return { id, trashId }
  })
}

/** Comes back also when its product or the customer's account is gone by now: without the link, as those that stayed. */
export const restoreEnquiry: RestoreHook = async (ctx, _kept, rows) => {
  const row = rowOf(rows)
  await restoreRows(ctx, { tables: [['enquiries', [{ ...row, ...(await queries.findExistingReferences(ctx, row)) }]]] })
}

/** The letters that announced it go with it, and the audit log calls it by its number alone. */
export const purgeEnquiry: PurgeHook = async (ctx, { subjectId: id }, rows) => {
  const { name, email, phone, address, customer_message: notes, product_name: productName, product_price: productPrice } = rowOf(rows)
  await removeMailStartingWith(ctx, enquiryMail({ name, email, phone, address, notes, productName, productPrice }))
  await eraseAuditWords(ctx, 'enquiry', id, `Enquiry ${id}`)
}

const rowOf = (rows: TrashedRows) => rows.tables[0]?.[1][0] as Selectable<Tables['enquiries']>
