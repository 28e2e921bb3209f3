import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import {
  changeEnquiryNotesEndpoint,
  changeEnquiryStatusEndpoint,
  enquiryTimelineEndpoint,
  exportEnquiriesEndpoint,
  getEnquiryEndpoint,
  listEnquiriesEndpoint,
} from './enquiry-handling.contract.ts'
import { ENQUIRY_STATUSES, postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'

let site: TestSite
let admin: Viewer
let member: Viewer
let productId: number
beforeAll(async () => {
  site = await openTestSite({ settings: { enquiryEmail: 'shop@example.org, desk@example.org' } })
  admin = await makeUser(site.ctx, { isAdmin: true, username: 'kit_m', displayName: 'Kit Marlow' })
  member = await makeUser(site.ctx)
  productId = (await makeProduct(site.ctx, { name: 'Thornbury Aria 7' })).id
})
afterAll(() => site.close())

const NOTES = 'Evenings, please.\nThe gate sticks.'
async function sendEnquiry(fields: { name?: string; email?: string; notes?: string; address?: string } = {}): Promise<number> {
  const body = {
    name: 'Owen Tait',
    email: 'owen@example.org',
    phone: '01632 960001',
    address: '1 The Row',
    notes: NOTES,
    productId,
    ...fields,
  }
  return (await site.call(null, postEnquiryEndpoint, { body })).body.id
}
const listEnquiries = (query: object = {}) => site.call(admin, listEnquiriesEndpoint, { query })
const toIds = ({ body }: { body: { id: number }[] }) => body.map(({ id }) => id)
const setStatus = (id: number, status: string) => site.call(admin, changeEnquiryStatusEndpoint, { params: { id }, body: { status } })
const setNotes = (id: number, notes: string) => site.call(admin, changeEnquiryNotesEndpoint, { params: { id }, body: { notes } })
const exportCsv = async (query: object = {}): Promise<string> => {
  const { body, headers } = await site.call(admin, exportEnquiriesEndpoint, { query })
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="enquiries-\d{4}-\d\d-\d\d\.csv"$/)
  return body
}

describe('administrators', () => {
  test('API-ENQ-02 list enquiries, newest first', async () => {
    const [, second, third] = [await sendEnquiry({ name: 'Ada' }), await sendEnquiry({ name: 'Cleo' }), await sendEnquiry({ name: 'Ben' })]
    const { body, headers } = await listEnquiries({ perPage: 2 })
    expect(toIds({ body })).toEqual([third, second])
    expect(headers['x-total-count']).toBe('3')
    expect(body[0]).toMatchObject({
      name: 'Ben',
      productId,
      productName: 'Thornbury Aria 7',
      status: 'new',
      notes: NOTES,
      customerMessage: NOTES,
    })
  })

  test('export email addresses with international domains in Unicode', async () => {
    await sendEnquiry({ name: 'Jürgen', email: 'j@münchen.example' })
    expect(toIds(await listEnquiries({ search: 'xn--mnchen-3ya' }))).toHaveLength(1)
    expect(await exportCsv({ search: 'xn--mnchen-3ya' })).toContain('j@münchen.example')
  })

  test('ADM-ENQ-02 ADM-ENQ-03 ADM-ENQ-04 ADM-ENQ-05 ADM-ENQ-06 search in name, email, product and status', async () => {
    const product = await makeProduct(site.ctx, { name: 'Hearthstone Keep 10' })
    const id = await sendEnquiry({ name: 'Zoë Quill', email: 'zq@post.example' })
    await site.ctx.db.updateTable('enquiries').set({ product_id: product.id }).where('id', '=', id).execute()
    for (const search of ['ZOË', 'Quill', 'zq@POST', 'oë q']) expect(toIds(await listEnquiries({ search }))).toEqual([id])
    expect(toIds(await listEnquiries({ search: 'aria 7' }))).toContain(id)
    expect(toIds(await listEnquiries({ search: 'nobody' }))).toEqual([])
    expect(toIds(await listEnquiries({ search: 'cancelled' }))).toEqual([])
    await setStatus(id, 'cancelled')
    expect(toIds(await listEnquiries({ search: 'CANCEL' }))).toEqual([id])
    expect(toIds(await listEnquiries({ search: 'zoë', status: 'new' }))).toEqual([])
    expect(toIds(await listEnquiries({ status: 'cancelled' }))).toEqual([id])
  })

  test('API-ENQ-03 ADM-ENQ-23 ADM-ENQ-24 can change any status to any other', async () => {
    const id = await sendEnquiry()
    for (const from of ENQUIRY_STATUSES)
      for (const to of ENQUIRY_STATUSES) {
        await setStatus(id, from)
        const { status, body } = await setStatus(id, to)
        expect({ status, newStatus: body.status }).toEqual({ status: 200, newStatus: to })
        expect((await site.call(admin, getEnquiryEndpoint, { params: { id } })).body.status).toBe(to)
      }
  })

  test('ADM-ENQ-26 see an unknown status unchanged and can replace it', async () => {
    const id = await sendEnquiry()
    await site.ctx.db.updateTable('enquiries').set({ status: 'on hold' }).where('id', '=', id).execute()
    expect((await site.call(admin, getEnquiryEndpoint, { params: { id } })).body.status).toBe('on hold')
    expect((await setStatus(id, 'contacted')).body.status).toBe('contacted')
  })

  test('API-ENQ-04 ADM-ENQ-37 CON-25 change the notes without changing the customer’s message', async () => {
    const id = await sendEnquiry()
    expect((await setNotes(id, 'Called twice.')).body).toMatchObject({ notes: 'Called twice.', customerMessage: NOTES })
    expect((await setNotes(id, '')).body).toMatchObject({ notes: null, customerMessage: NOTES })
  })

  test('see who changed what in the timeline, which leaves out changes without an effect', async () => {
    const id = await sendEnquiry()
    await setStatus(id, 'contacted')
    await setStatus(id, 'contacted')
    await setNotes(id, 'Rang.')
    const { body } = await site.call(admin, enquiryTimelineEndpoint, { params: { id } })
    expect(body).toMatchObject([
      { who: 'Owen Tait', what: 'received', before: null, after: null },
      { who: 'Kit Marlow (kit_m)', what: 'status', before: 'new', after: 'contacted' },
      { who: 'Kit Marlow (kit_m)', what: 'notes', before: NOTES, after: 'Rang.' },
    ])
  })

  test('get a mail about a new enquiry at every configured address', async () => {
    await sendEnquiry({ name: 'Mail Me', notes: 'Is it quiet at night?' })
    const sentMails = await site.ctx.db.selectFrom('mails').selectAll().orderBy('id', 'desc').limit(2).execute()
    expect(sentMails.map(({ to_address: to }) => to).toSorted()).toEqual(['desk@example.org', 'shop@example.org'])
    expect(sentMails[0]?.subject).toBe('New enquiry: Thornbury Aria 7')
    for (const part of ['Mail Me', 'owen@example.org', '01632 960001', '1 The Row', 'Is it quiet at night?', '/admin/enquiries'])
      expect(sentMails[0]?.body).toContain(part)
  })

  test('export all matches as CSV with a byte order mark and escaped formulas', async () => {
    const id = await sendEnquiry({ name: '=1+1', email: 'formula@example.org', address: '1 The Row\nLeeds' })
    const text = await exportCsv({ search: 'formula@' })
    expect(text.startsWith('\uFEFFDate,Name,Email,Phone,Address,Product,Price,Status,Message,Notes,Status key\n')).toBe(true)
    expect(text).toContain(`,'=1+1,formula@example.org,`)
    expect(text).toContain('"1 The Row\nLeeds"')
    expect(text).toMatch(/,New,[^]*,new\n$/)
    await setStatus(id, 'completed')
    expect(await exportCsv({ search: 'formula@', status: 'new' })).not.toContain('formula')
    expect(await exportCsv({ search: 'formula@', status: 'completed' })).toContain('formula')
  })

  test('export more enquiries than fit into one batch', async () => {
    const enquiries = Array.from({ length: 2100 }, (_, index) => ({
      name: `Bulk ${index}`,
      email: 'bulk@example.org',
      phone: '0',
      address: 'x',
      product_name: 'Bulk',
      product_price: '£1',
      // Fifty enquiries have the same time, also across the boundary of a batch.
      created_at: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 50))).toISOString(),
      search_text: 'bulk@example.org',
    }))
    for (let start = 0; start < enquiries.length; start += 300)
      await site.ctx.db
        .insertInto('enquiries')
        .values(enquiries.slice(start, start + 300))
        .execute()
    const rows = (await exportCsv({ search: 'BULK@' })).trim().split('\n')
    expect(rows).toHaveLength(2101)
    expect(new Set(rows).size).toBe(2101)
  })
})

describe('handling an enquiry', () => {
  test('API-ENQ-05 rejects unknown statuses', async () => {
    const id = await sendEnquiry()
    for (const status of ['open', '', 'NEW', 'on hold']) {
      const response = await setStatus(id, status)
      expect(response).toMatchObject({ status: 400, body: { errors: [{ path: 'status' }] } })
    }
    expect((await site.call(admin, changeEnquiryStatusEndpoint, { params: { id }, body: {} })).status).toBe(400)
  })
  test('rejects notes that are too long or not a text, and unknown filters', async () => {
    const id = await sendEnquiry()
    expect((await setNotes(id, 'x'.repeat(10_001))).status).toBe(400)
    expect((await site.call(admin, changeEnquiryNotesEndpoint, { params: { id }, body: { notes: 5 } })).status).toBe(400)
    expect((await listEnquiries({ status: 'open' })).status).toBe(400)
    expect((await listEnquiries({ sort: 'price' })).status).toBe(400)
  })
  test('returns 404 for unknown ids', async () => {
    expect((await setStatus(999_999, 'new')).status).toBe(404)
    expect((await setNotes(999_999, 'x')).status).toBe(404)
    expect((await site.call(admin, getEnquiryEndpoint, { params: { id: 'x' } })).status).toBe(404)
    expect((await site.call(admin, enquiryTimelineEndpoint, { params: { id: 999_999 } })).status).toBe(404)
  })
})

describe('SEC-05 denies visitors and members', () => {
  test.each([
    listEnquiriesEndpoint,
    exportEnquiriesEndpoint,
    getEnquiryEndpoint,
    enquiryTimelineEndpoint,
    changeEnquiryStatusEndpoint,
    changeEnquiryNotesEndpoint,
  ])('$method $path', async (endpoint) => {
    const input = { params: { id: await sendEnquiry() }, ...(endpoint.method === 'GET' ? {} : { body: { status: 'new', notes: '' } }) }
    expect((await site.call(null, endpoint, input)).status).toBe(401)
    expect((await site.call(member, endpoint, input)).status).toBe(403)
  })
})
