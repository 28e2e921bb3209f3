// Daily on PostgreSQL too: messages are written under a lock and rendered after the commit.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  changeEnquiryNotesEndpoint,
  changeEnquiryStatusEndpoint,
  deleteEnquiryEndpoint,
  enquiryTimelineEndpoint,
} from '#features/enquiries/handling/enquiry-handling.contract.ts'
import { postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'
import { createExportEndpoint } from '#features/accounts/profile/personal-data/account-export.contract.ts'
import { features } from '#app/features.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as contract from './tracking.contract.ts'

let site: TestSite
let admin: Viewer
let productId: number
beforeAll(async () => {
  site = await openTestSite({ settings: { enquiryEmail: 'shop@example.org' } })
  admin = await makeUser(site.ctx, { isAdmin: true, displayName: 'Rae Hall' })
  productId = (await makeProduct(site.ctx, { name: 'Wall battery' })).id
})
afterAll(() => site.close())
beforeEach(() => site.ctx.db.deleteFrom('mails').execute())

let customerCount = 0
const makePerson = () => ({ name: 'Ada Quill', email: `Ada${++customerCount}@example.org`, phone: '01632 960001', address: '1 The Row' })
const listMails = () => site.ctx.db.selectFrom('mails').selectAll().orderBy('id').execute()
const extractKey = (body: string | undefined) => /\/enquiry-status\/(\d+~[\w-]{43})/.exec(body ?? '')?.[1] ?? ''

async function sendEnquiry(fields: object = {}, viewer: Viewer | null = null): Promise<{ id: number; email: string; key: string }> {
  const body = { ...makePerson(), notes: 'Does it hum?', productId, ...fields }
  const { id } = (await site.call(viewer, postEnquiryEndpoint, { body })).body
  const confirmation = (await listMails()).findLast(({ to_address: to }) => to === body.email)
  return { id, email: body.email, key: extractKey(confirmation?.body) }
}
const getStatus = (key: string) => site.call(null, contract.getEnquiryStatusEndpoint, { params: { key } })
const addMessage = (key: string, text: string) => site.call(null, contract.addEnquiryMessageEndpoint, { params: { key }, body: { text } })
const reply = (id: number, text: string, viewer: Viewer | null = admin) =>
  site.call(viewer, contract.answerEnquiryEndpoint, { params: { id }, body: { text } })

describe('the text of a message', () => {
  const TEXT = 'It **fits**, see [the sheet](https://example.org/a_b_c) and [our page](/products/x):\n\n- 72 cm\n- 5 kg'

  test('is sanitised HTML for the customer and the administrator, and readable text in the mail', async () => {
    const { id, key } = await sendEnquiry()
    await reply(id, TEXT)
    const mail = (await listMails()).at(-1)?.body
    expect(mail).toMatch(
      /It fits, see the sheet \(https:\/\/example\.org\/a_b_c\) and our page \((http:\/\/[^/]+)?\/products\/x\):\n\n- 72 cm\n- 5 kg/,
    )
    const { body } = await addMessage(key, 'Yes, _please_. <script>alert(1)</script> ![x](https://example.org/x.png)')
    const [received, answer, , message] = body.events
    expect(received.textHtml).toBeNull()
    expect(answer).toMatchObject({ text: TEXT, textHtml: expect.stringContaining('<strong>fits</strong>') })
    expect(answer.textHtml).toContain('<li>72\u00A0cm</li>')
    expect(answer.textHtml).toContain('rel="ugc nofollow noopener"')
    expect(message.textHtml).toContain('<em>please</em>')
    expect(message.textHtml).not.toMatch(/<script|<img/)
    const timeline = (await site.call(admin, enquiryTimelineEndpoint, { params: { id } })).body
    expect(timeline.map(({ what, textHtml }: { what: string; textHtml: string | null }) => [what, textHtml !== null])).toEqual([
      ['received', false],
      ['answer', true],
      ['status', false],
      ['message', true],
    ])
    expect((await listMails()).at(-1)?.body).toContain('Yes, please. <script>alert(1)</script>')
  })
})

describe('tracking an enquiry', () => {
  test('a new enquiry is mailed to the administrator and to the customer, who can open it with the key in the mail', async () => {
    const { id, email, key } = await sendEnquiry()
    const [shop, customer] = await listMails()
    expect(shop?.to_address).toBe('shop@example.org')
    expect(shop?.body).toContain(`/admin/enquiries?open=${id}`)
    expect(customer?.to_address).toBe(email)
    // Mail to an unverified address must not contain the submitted text.
    expect(customer?.body).not.toMatch(/Ada|hum|Row/)
    const { status, body, headers } = await getStatus(key)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toMatchObject({ id, status: 'new', productName: 'Wall battery', message: 'Does it hum?', handler: null, isOpen: true })
    expect(body.events).toMatchObject([{ what: 'received', who: null }])
  })

  test('replies and messages are mailed and listed, and notes are hidden from the customer', async () => {
    const { id, email, key } = await sendEnquiry()
    await site.call(admin, changeEnquiryNotesEndpoint, { params: { id }, body: { notes: 'Rich.' } })
    expect((await reply(id, 'No, it is silent.')).status).toBe(201)
    const sent = (await listMails()).at(-1)
    expect(sent).toMatchObject({ to_address: email, reply_to: 'shop@example.org' })
    expect(sent?.body).toContain('No, it is silent.')
    expect(extractKey(sent?.body)).not.toBe(key)
    expect((await getStatus(extractKey(sent?.body))).body).toMatchObject({ status: 'contacted', handler: 'Rae Hall' })
    const { status, body } = await addMessage(key, 'Then I take two.')
    expect(status).toBe(201)
    expect(body.events.map(({ what, who, text }: contract.CustomerEvent) => [what, who, text])).toEqual([
      ['received', null, null],
      ['answer', 'Rae Hall', 'No, it is silent.'],
      ['status', 'Rae Hall', 'contacted'],
      ['message', null, 'Then I take two.'],
    ])
    expect(JSON.stringify(body)).not.toContain('Rich')
    const notification = (await listMails()).at(-1)
    expect(notification).toMatchObject({
      to_address: 'shop@example.org',
      reply_to: email,
      subject: `Enquiry ${id}: the customer has written`,
    })
    const timeline = (await site.call(admin, enquiryTimelineEndpoint, { params: { id } })).body
    expect(timeline.map(({ what }: { what: string }) => what)).toEqual(['received', 'notes', 'answer', 'status', 'message'])
  })

  test('a status change is mailed, unless the status stays the same or becomes new', async () => {
    const { id, email } = await sendEnquiry()
    const setStatus = (status: string) => site.call(admin, changeEnquiryStatusEndpoint, { params: { id }, body: { status } })
    await setStatus('completed')
    await setStatus('completed')
    await setStatus('new')
    expect((await listMails()).filter(({ to_address: to }) => to === email).map(({ subject }) => subject)).toEqual([
      'We have received your enquiry: Wall battery',
      'Your enquiry is now: Completed',
    ])
  })

  test('withdrawing an enquiry closes it and is listed in both timelines', async () => {
    const { id, key } = await sendEnquiry()
    const withdraw = () => site.call(null, contract.withdrawEnquiryEndpoint, { params: { key } })
    const { status, body } = await withdraw()
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'cancelled', isOpen: false })
    expect(body.events.at(-1).what).toBe('withdrawn')
    expect((await withdraw()).status).toBe(409)
    expect((await addMessage(key, 'Hello?')).status).toBe(409)
    const timeline = (await site.call(admin, enquiryTimelineEndpoint, { params: { id } })).body
    expect(timeline.at(-1)).toMatchObject({ what: 'withdrawn', who: 'Ada Quill' })
  })

  test('erasing an enquiry removes its rows, mails, audit texts and keys, but not those of others', async () => {
    const [erased, other] = [await sendEnquiry({ name: 'Zed Unique' }), await sendEnquiry()]
    await reply(erased.id, 'Unmistakable words')
    await addMessage(erased.key, 'Unmistakable too')
    expect((await site.call(null, contract.eraseEnquiryEndpoint, { params: { key: erased.key } })).status).toBe(200)
    const allRows = JSON.stringify(
      await Promise.all([
        site.ctx.db.selectFrom('enquiries').selectAll().execute(),
        site.ctx.db.selectFrom('enquiry_messages').selectAll().execute(),
        site.ctx.db.selectFrom('audit_entries').selectAll().execute(),
        site.ctx.db.selectFrom('trash').selectAll().execute(),
        listMails(),
      ]),
    )
    expect(allRows).not.toMatch(/Zed Unique|Unmistakable/)
    expect(allRows).not.toContain(erased.email)
    expect((await getStatus(erased.key)).status).toBe(404)
    expect((await getStatus(other.key)).status).toBe(200)
    const tokens = await site.ctx.db.selectFrom('one_time_tokens').select('email').where('email', '=', erased.email.toLowerCase()).execute()
    expect(tokens).toEqual([])
  })

  test('the link to an enquiry returns 404 while the enquiry is in the trash', async () => {
    const { id, key } = await sendEnquiry()
    await addMessage(key, 'One more thing')
    const { trashId } = (await site.call(admin, deleteEnquiryEndpoint, { params: { id } })).body
    expect((await getStatus(key)).status).toBe(404)
    expect((await site.call(admin, restoreFromTrashEndpoint, { params: { id: trashId } })).status).toBe(200)
    expect((await getStatus(key)).body.events.at(-1)).toMatchObject({ what: 'message', text: 'One more thing' })
  })

  test('requesting new links returns the same response for known and unknown email addresses', async () => {
    const { email } = await sendEnquiry()
    await site.ctx.db.deleteFrom('mails').execute()
    const requestLinks = (to: string) => site.call(null, contract.sendEnquiryLinksEndpoint, { body: { email: to } })
    const [knownResponse, unknownResponse] = [await requestLinks(email), await requestLinks('nobody@example.org')]
    expect(knownResponse.status).toBe(unknownResponse.status)
    expect(knownResponse.body).toEqual(unknownResponse.body)
    const sent = await listMails()
    expect(sent.map(({ to_address: to }) => to)).toEqual([email])
    expect((await getStatus(extractKey(sent[0]?.body))).status).toBe(200)
    for (let n = 0; n < 4; n += 1) await requestLinks(email)
    expect(await listMails()).toHaveLength(2)
  })

  test('erasing an enquiry deletes the mail that lists its link', async () => {
    const enquiry = await sendEnquiry()
    await sendEnquiry({ email: enquiry.email })
    await site.call(null, contract.sendEnquiryLinksEndpoint, { body: { email: enquiry.email } })
    const listLinkMails = async () =>
      (await listMails()).filter(({ to_address: to, purpose }) => to === enquiry.email && purpose === 'asked')
    expect((await listLinkMails())[0]?.body.match(/enquiry-status\/\d+~/g)).toHaveLength(2)
    expect((await site.call(null, contract.eraseEnquiryEndpoint, { params: { key: enquiry.key } })).status).toBe(200)
    expect(await listLinkMails()).toEqual([])
  })

  test('an email address gets at most three confirmations', async () => {
    const { email } = await sendEnquiry()
    for (let n = 0; n < 4; n += 1) await sendEnquiry({ email })
    expect((await listMails()).filter(({ to_address: to }) => to === email)).toHaveLength(3)
  })

  test('messages are included in the member’s personal-data export', async () => {
    const member = await makeUser(site.ctx)
    const { id, key } = await sendEnquiry({}, member)
    await addMessage(key, 'For the file')
    const { body } = await site.call(
      member,
      createExportEndpoint(() => features),
    )
    expect(body.enquiryMessages).toMatchObject([{ enquiryId: id, isFromCustomer: true, content: 'For the file' }])
  })
})

describe('access to an enquiry by its key', () => {
  test('returns 404 for invalid keys and for keys to another enquiry', async () => {
    const [first, second] = [await sendEnquiry(), await sendEnquiry()]
    const keyOfOtherEnquiry = `${second.id}~${first.key.split('~')[1]}`
    for (const key of [
      keyOfOtherEnquiry,
      `${first.key}x`,
      first.key.slice(0, -1),
      String(first.id),
      '0~x',
      `${'9'.repeat(30)}~${'x'.repeat(43)}`,
    ])
      expect((await getStatus(key)).status, key).toBe(404)
    expect((await addMessage(keyOfOtherEnquiry, 'x')).status).toBe(404)
    expect((await site.call(null, contract.eraseEnquiryEndpoint, { params: { key: keyOfOtherEnquiry } })).status).toBe(404)
  })
  test('does not allow empty and too long messages', async () => {
    const { id, key } = await sendEnquiry()
    for (const text of ['', '   ', 'x'.repeat(4001)]) {
      expect((await addMessage(key, text)).status).toBe(400)
      expect((await reply(id, text)).status).toBe(400)
    }
  })
  test('does not allow replies, which only administrators can send', async () => {
    const { id } = await sendEnquiry()
    expect((await reply(id, 'x', null)).status).toBe(401)
    expect((await reply(id, 'x', await makeUser(site.ctx))).status).toBe(403)
    expect((await reply(999_999, 'x')).status).toBe(404)
  })
})
