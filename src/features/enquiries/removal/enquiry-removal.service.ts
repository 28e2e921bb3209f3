/** Moves enquiries to the trash, restores them, and erases all personal data when they are purged. */
import type { Selectable } from 'kysely'
import { eraseAuditText } from '#features/audit/audit.service.ts'
import { removeMailStartingWith } from '#features/mail/mail.service.ts'
import { moveToTrash, restoreRows, type PurgeHook, type RestoreHook, type TrashedRows } from '#features/trash/trash.service.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import { lockRow } from '#db/lock-row.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import { toAuditSubject, toEventData } from '#features/enquiries/handling/enquiry-handling.service.ts'
import * as queries from './enquiry-removal.queries.ts'
import { enquiryMailMatcher } from '#features/enquiries/enquiry.mail.ts'
import { OPENING_OF_LINKS_MAIL, openingOfCustomerMail, subjectOfCustomerMessage } from '#features/enquiries/tracking/customer.mail.ts'
import { markDemo } from '#wording/demo-mark.ts'
import { removeEnquiryKeys } from '#features/enquiries/tracking/enquiry-key.service.ts'

export async function deleteEnquiry(ctx: Context, id: number): Promise<{ id: number; trashId: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRow(db, 'enquiries', id)
    const row = await queries.findEnquiryRow(trxCtx, id)
    if (!row) throw notFound('enquiry')
    const { title } = toAuditSubject({ id, name: row.name, productName: row.product_name })
    const rows: TrashedRows = {
      tables: [
        ['enquiries', [row]],
        ['enquiry_messages', await queries.listEnquiryMessageRows(trxCtx, id)],
      ],
    }
    const trashId = await moveToTrash(trxCtx, { kind: 'enquiry', subjectId: id, title, rows })
    await queries.deleteEnquiryRow(trxCtx, id)
    await publishEvent(trxCtx, 'enquiry.deleted', rowToEventData(row))
    return { id, trashId }
  })
}

/** Restores an enquiry, without links to a product or account that no longer exists. */
export const restoreEnquiry: RestoreHook = async (ctx, _item, rows) => {
  const row = getEnquiryRow(rows)
  const restored = { ...row, ...(await queries.findExistingReferences(ctx, row)) }
  // Trash entries from before enquiries had messages contain none.
  const messages = rows.tables[1]?.[1] ?? []
  await restoreRows(ctx, {
    tables: [
      ['enquiries', [restored]],
      ['enquiry_messages', messages],
    ],
  })
  await publishEvent(ctx, 'enquiry.created', rowToEventData(restored))
}

/** Deletes the mails about the enquiry, and erases the texts of its audit entries, in which only its id remains. */
export const purgeEnquiry: PurgeHook = async (ctx, { subjectId: id }, rows) => {
  await deleteEnquiryMailAndKeys(ctx, getEnquiryRow(rows))
  await eraseAuditText(ctx, 'enquiry', id, `Enquiry ${id}`)
}

type Row = Selectable<Tables['enquiries']>
const rowToEventData = ({ id, product_id: productId, product_name: productName, status }: Row) =>
  toEventData({ id, productId, productName, status })

/** Deletes all mails about the enquiry, to administrators and to the customer, and all keys to the customer's page. */
export async function deleteEnquiryMailAndKeys(ctx: Pick<Context, 'db'>, row: Row): Promise<void> {
  const { id, name, email, phone, address, customer_message: customerMessage, product_name: productName, product_price: productPrice } = row
  const matched = { name, email, phone, address, notes: customerMessage, productPrice }
  // The product may have become demo content, or real, since the mail was sent.
  for (const mailedName of [productName, markDemo(productName, true)])
    await removeMailStartingWith(ctx, enquiryMailMatcher({ ...matched, productName: mailedName }))
  await removeMailStartingWith(ctx, { subject: subjectOfCustomerMessage(id), start: '' })
  await removeMailStartingWith(ctx, { to: email, start: openingOfCustomerMail(id) })
  await removeMailStartingWith(ctx, { to: email, start: OPENING_OF_LINKS_MAIL })
  await removeEnquiryKeys(ctx, { id, email })
}

const getEnquiryRow = (rows: TrashedRows) => rows.tables[0]?.[1][0] as Row
