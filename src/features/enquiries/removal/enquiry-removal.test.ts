import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAuditEndpoint } from '#features/audit/audit.contract.ts'
import { deleteProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { listTrashEndpoint, purgeFromTrashEndpoint, restoreFromTrashEndpoint, TRASH_DAYS } from '#features/trash/trash.contract.ts'
import { emptyTrash } from '#features/trash/trash.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import {
  changeEnquiryNotesEndpoint,
  changeEnquiryStatusEndpoint,
  deleteEnquiryEndpoint,
  getEnquiryEndpoint,
  listEnquiriesEndpoint,
} from '#features/enquiries/handling/enquiry-handling.contract.ts'
import { purgeEnquiry } from './enquiry-removal.service.ts'
import { postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'

let site: TestSite
let admin: Viewer
let member: Viewer
let productId: number
let otherEnquiryId: number
beforeAll(async () => {
  site = await openTestSite({ settings: { enquiryEmail: 'shop@example.org, desk@example.org' } })
  admin = await makeUser(site.ctx, { isAdmin: true })
  member = await makeUser(site.ctx)
  productId = (await makeProduct(site.ctx)).id
  otherEnquiryId = await sendEnquiry({ name: 'Somebody Else' })
})
afterAll(() => site.close())

const DAY_MS = 86_400_000
async function sendEnquiry(fields: object = {}, viewer: Viewer | null = null): Promise<number> {
  const body = { name: 'Owen Tait', email: 'owen@example.org', phone: '01632 960001', address: '1 The Row', productId, ...fields }
  return (await site.call(viewer, postEnquiryEndpoint, { body })).body.id
}
const remove = (id: number, viewer: Viewer | null = admin) => site.call(viewer, deleteEnquiryEndpoint, { params: { id } })
const getEnquiry = (id: number) => site.call(admin, getEnquiryEndpoint, { params: { id } })
const restore = (id: number) => site.call(admin, restoreFromTrashEndpoint, { params: { id } })
const purge = (id: number) => site.call(admin, purgeFromTrashEndpoint, { params: { id } })

describe('the trash', () => {
  test('restores an enquiry with all its data', async () => {
    const id = await sendEnquiry({ name: 'Ada Quill', notes: 'Is it quiet?' }, member)
    await site.call(admin, changeEnquiryNotesEndpoint, { params: { id }, body: { notes: 'Rang.' } })
    await site.call(admin, changeEnquiryStatusEndpoint, { params: { id }, body: { status: 'contacted' } })
    const before = await site.ctx.db.selectFrom('enquiries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(before.user_id).toBe(member.id)
    const { status, body } = await remove(id)
    expect({ status, id: body.id }).toEqual({ status: 200, id })
    const searchResult = await site.call(admin, listEnquiriesEndpoint, { query: { search: 'quill' } })
    expect(searchResult.body).toEqual([])
    expect((await getEnquiry(id)).status).toBe(404)
    expect((await remove(id)).status).toBe(404)
    const [item] = (await site.call(admin, listTrashEndpoint, { query: { kind: 'enquiry' } })).body
    expect(item).toMatchObject({ id: body.trashId, kind: 'enquiry', subjectId: id, title: `Ada Quill: ${before.product_name}` })
    expect((await restore(body.trashId)).body).toEqual({ kind: 'enquiry', subjectId: id })
    expect(await site.ctx.db.selectFrom('enquiries').selectAll().where('id', '=', id).executeTakeFirst()).toEqual(before)
    expect((await site.call(admin, listEnquiriesEndpoint, { query: { search: 'quill' } })).body).toHaveLength(1)
  })

  test('restores an enquiry without its deleted product and closed account', async () => {
    const customer = await makeUser(site.ctx)
    const product = await makeProduct(site.ctx)
    const id = await sendEnquiry({ productId: product.id }, customer)
    const { trashId } = (await remove(id)).body
    expect((await site.call(admin, deleteProductEndpoint, { params: { id: product.id } })).status).toBe(200)
    await site.ctx.db.updateTable('users').set({ deleted_at: new Date().toISOString() }).where('id', '=', customer.id).execute()
    expect((await restore(trashId)).status).toBe(200)
    expect((await getEnquiry(id)).body).toMatchObject({ productId: null, productName: product.name })
    const row = await site.ctx.db.selectFrom('enquiries').select('user_id').where('id', '=', id).executeTakeFirst()
    expect(row?.user_id).toBeNull()
  })

  test('accepts one of two concurrent deletions', async () => {
    const id = await sendEnquiry()
    expect((await Promise.all([remove(id), remove(id)])).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })
})

/** Returns the rows of all tables that may contain personal data, as one text. */
async function readAllTables(): Promise<string> {
  const { db } = site.ctx
  const tables = ['enquiries', 'trash', 'audit_entries', 'mails'] as const
  return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())))
}
const PERSON = {
  name: 'Wilhelmina Ashgrove',
  email: 'mina@ashgrove.example',
  phone: '07700 900123',
  address: '9 Elm Lane',
  notes: 'Gate: 4411',
}
const PERSONAL_TEXTS = [...Object.values(PERSON), 'Prefers Tuesdays', 'Wilhelmina', 'ashgrove']

describe('purging', () => {
  async function moveToTrash(): Promise<{ id: number; trashId: number }> {
    const id = await sendEnquiry(PERSON)
    await site.call(admin, changeEnquiryNotesEndpoint, { params: { id }, body: { notes: 'Prefers Tuesdays' } })
    await site.call(admin, changeEnquiryNotesEndpoint, { params: { id }, body: { notes: 'Rang.' } })
    const tablesText = await readAllTables()
    expect(PERSONAL_TEXTS.filter((word) => !tablesText.includes(word))).toEqual([])
    return (await remove(id)).body
  }
  const findRemainingTexts = async () => {
    const tablesText = await readAllTables()
    return PERSONAL_TEXTS.filter((word) => tablesText.includes(word))
  }

  test('by an administrator erases the row, the mails and the texts of audit entries, but not the audit entries', async () => {
    const { id, trashId } = await moveToTrash()
    expect((await purge(trashId)).status).toBe(200)
    expect(await findRemainingTexts()).toEqual([])
    const { body } = await site.call(admin, listAuditEndpoint, { query: { subject: 'enquiry', subjectId: id } })
    expect(body.map(({ action, subjectTitle }: { action: string; subjectTitle: string }) => [action, subjectTitle])).toEqual(
      ['remove_for_good', 'delete', 'notes', 'notes'].map((action) => [`enquiry.${action}`, `Enquiry ${id}`]),
    )
  })

  test('happens automatically after 30 days', async () => {
    const { trashId } = await moveToTrash()
    const hooks = { enquiry: purgeEnquiry }
    await emptyTrash(site.ctx, hooks, Date.now() + (TRASH_DAYS - 1) * DAY_MS)
    expect((await findRemainingTexts()).length).toBe(PERSONAL_TEXTS.length)
    await emptyTrash(site.ctx, hooks, Date.now() + (TRASH_DAYS + 1) * DAY_MS)
    expect(await findRemainingTexts()).toEqual([])
    expect((await restore(trashId)).status).toBe(404)
  })

  test('leaves other enquiries and their mails unchanged', async () => {
    expect((await getEnquiry(otherEnquiryId)).body.name).toBe('Somebody Else')
    const mails = await site.ctx.db.selectFrom('mails').select('id').where('body', 'like', 'Somebody Else asks%').execute()
    expect(mails).toHaveLength(2)
  })
})

describe('deleting an enquiry', () => {
  test('returns 404 for an unknown id and 400 for an invalid one', async () => {
    expect((await remove(999_999)).body.code).toBe('enquiry.not_found')
    expect((await site.call(admin, deleteEnquiryEndpoint, { params: { id: 'x' } })).status).toBe(400)
  })
  test('SEC-05 is denied to visitors and members', async () => {
    expect((await remove(otherEnquiryId, null)).status).toBe(401)
    expect((await remove(otherEnquiryId, member)).status).toBe(403)
    expect((await getEnquiry(otherEnquiryId)).status).toBe(200)
  })
})
