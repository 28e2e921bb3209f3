/** An enquiry goes to the trash whole, and when it leaves that for good, nothing is left of who asked. */
import type { Selectable } from 'kysely'
import { eraseAuditWords } from '#features/audit/audit.service.ts'
import { removeMailStartingWith } from '#features/mail/mail.service.ts'
import { moveToTrash, restoreRows, type PurgeHook, type RestoreHook, type TrashedRows } from '#features/trash/trash.service.ts'
import { announceEvent } from '#features/webhooks/webhook-event.service.ts'
import { lockRow } from '#db/lock-row.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import { toAuditSubject, toEventData } from '#features/enquiries/handling/enquiry-handling.service.ts'
import * as queries from './enquiry-removal.queries.ts'
import { findableEnquiryMail } from '#features/enquiries/enquiry.mail.ts'
import { OPENING_OF_LINKS_MAIL, openingOfCustomerMail, subjectOfCustomerMessage } from '#features/enquiries/tracking/customer.mail.ts'
import { removeEnquiryKeys } from '#features/enquiries/tracking/enquiry-key.service.ts'

export async function deleteEnquiry(ctx: Context, id: number): Promise<{ id: number; trashId: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await lockRow(db, 'enquiries', id)
    const row = await queries.findEnquiryRow(inside, id)
    if (!row) throw notFound('enquiry')
    const { title } = toAuditSubject({ id, name: row.name, productName: row.product_name })
    const rows: TrashedRows = {
      tables: [
        ['enquiries', [row]],
        ['enquiry_messages', await queries.listEnquiryMessageRows(inside, id)],
      ],
    }
    const trashId = await moveToTrash(inside, { kind: 'enquiry', subjectId: id, title, rows })
    await queries.deleteEnquiryRow(inside, id)
    await announceEvent(inside, 'enquiry.deleted', toEventDataOf(row))
    return { id, trashId }
  })
}

/** Comes back also when its product or the customer's account is gone by now: without the link, as those that stayed. */
export const restoreEnquiry: RestoreHook = async (ctx, _kept, rows) => {
  const row = rowOf(rows)
  const restored = { ...row, ...(await queries.findExistingReferences(ctx, row)) }
  // What was thrown away before there were messages has none.
  const messages = rows.tables[1]?.[1] ?? []
  await restoreRows(ctx, {
    tables: [
      ['enquiries', [restored]],
      ['enquiry_messages', messages],
    ],
  })
  await announceEvent(ctx, 'enquiry.created', toEventDataOf(restored))
}

/** The letters about it go with it, and the audit log calls it by its number alone. */
export const purgeEnquiry: PurgeHook = async (ctx, { subjectId: id }, rows) => {
  await forgetEnquiryMail(ctx, rowOf(rows))
  await eraseAuditWords(ctx, 'enquiry', id, `Enquiry ${id}`)
}

type Row = Selectable<Tables['enquiries']>
const toEventDataOf = ({ id, product_id: productId, product_name: productName, status }: Row) =>
  toEventData({ id, productId, productName, status })

/** Every letter about it, to whoever answers enquiries and to the customer, and the keys to the customer's page. */
export async function forgetEnquiryMail(ctx: Pick<Context, 'db'>, row: Row): Promise<void> {
  const { id, name, email, phone, address, customer_message: notes, product_name: productName, product_price: productPrice } = row
  await removeMailStartingWith(ctx, findableEnquiryMail({ name, email, phone, address, notes, productName, productPrice }))
  await removeMailStartingWith(ctx, { subject: subjectOfCustomerMessage(id), start: '' })
  await removeMailStartingWith(ctx, { to: email, start: openingOfCustomerMail(id) })
  await removeMailStartingWith(ctx, { to: email, start: OPENING_OF_LINKS_MAIL })
  await removeEnquiryKeys(ctx, { id, email })
}

const rowOf = (rows: TrashedRows) => rows.tables[0]?.[1][0] as Row
