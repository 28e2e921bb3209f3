/** An enquiry goes to the trash whole, and when it leaves that for good, nothing is left of who asked. */
import type { Selectable } from 'kysely'
import { forgetWords } from '#features/audit/audit.service.ts'
import { forgetLetters } from '#features/mail/mail.service.ts'
import { moveToTrash, putBack, type Forgetter, type Restorer, type TrashedRows } from '#features/trash/trash.service.ts'
import { holdRow } from '#db/hold-row.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/context.ts'
import { notFound } from '#platform/errors.ts'
import { subjectOf } from './enquiry-handling.service.ts'
import * as queries from './enquiry-removal.queries.ts'
import { letterAbout } from './enquiry.service.ts'

export async function deleteEnquiry(ctx: Context, id: number): Promise<{ id: number; trashId: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await holdRow(db, 'enquiries', id)
    const row = await queries.findWhole(inside, id)
    if (!row) throw notFound('enquiry')
    const { title } = subjectOf({ id, name: row.name, productName: row.product_name })
    const trashId = await moveToTrash(inside, { kind: 'enquiry', subjectId: id, title, rows: { tables: [['enquiries', [row]]] } })
    await queries.remove(inside, id)
    return { id, trashId }
  })
}

/** Comes back also when its product or the customer's account is gone by now: without the link, as those that stayed. */
export const restoreEnquiry: Restorer = async (ctx, _kept, rows) => {
  const row = rowOf(rows)
  await putBack(ctx, { tables: [['enquiries', [{ ...row, ...(await queries.linksThatHold(ctx, row)) }]]] })
}

/** The letters that announced it go with it, and the audit log calls it by its number alone. */
export const forgetEnquiry: Forgetter = async (ctx, { subjectId: id }, rows) => {
  const { name, email, phone, address, customer_message: notes, product_name: productName, product_price: productPrice } = rowOf(rows)
  await forgetLetters(ctx, letterAbout({ name, email, phone, address, notes, productName, productPrice }))
  await forgetWords(ctx, 'enquiry', id, `Enquiry ${id}`)
}

const rowOf = (rows: TrashedRows) => rows.tables[0]?.[1][0] as Selectable<Tables['enquiries']>
