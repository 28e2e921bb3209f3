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

let customers = 0
const person = () => ({ name: 'Ada Quill', email: `Ada${++customers}@example.org`, phone: '01632 960001', address: '1 The Row' })
const mails = () => site.ctx.db.selectFrom('mails').selectAll().orderBy('id').execute()
const keyIn = (body: string | undefined) => /\/enquiry-status\/(\d+~[\w-]{43})/.exec(body ?? '')?.[1] ?? ''

async function send(fields: object = {}, who: Viewer | null = null): Promise<{ id: number; email: string; key: string }> {
  const body = { ...person(), notes: 'Does it hum?', productId, ...fields }
  const { id } = (await site.call(who, postEnquiryEndpoint, { body })).body
  const sent = (await mails()).findLast(({ to_address: to }) => to === body.email)
  return { id, email: body.email, key: keyIn(sent?.body) }
}
const getStatus = (key: string) => site.call(null, contract.getEnquiryStatusEndpoint, { params: { key } })
const addMessage = (key: string, text: string) => site.call(null, contract.addEnquiryMessageEndpoint, { params: { key }, body: { text } })
const answer = (id: number, text: string, who: Viewer | null = admin) =>
  site.call(who, contract.answerEnquiryEndpoint, { params: { id }, body: { text } })

describe('tracking', () => {
  test('a new enquiry is mailed to administrator and customer, whose key opens it', async () => {
    const { id, email, key } = await send()
    const [shop, customer] = await mails()
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

  test('answers and messages are mailed and listed, and notes are hidden from the customer', async () => {
    const { id, email, key } = await send()
    await site.call(admin, changeEnquiryNotesEndpoint, { params: { id }, body: { notes: 'Rich.' } })
    expect((await answer(id, 'No, it is silent.')).status).toBe(201)
    const sent = (await mails()).at(-1)
    expect(sent).toMatchObject({ to_address: email, reply_to: 'shop@example.org' })
    expect(sent?.body).toContain('No, it is silent.')
    expect(keyIn(sent?.body)).not.toBe(key)
    expect((await getStatus(keyIn(sent?.body))).body).toMatchObject({ status: 'contacted', handler: 'Rae Hall' })
    const { status, body } = await addMessage(key, 'Then I take two.')
    expect(status).toBe(201)
    expect(body.events.map(({ what, who, text }: contract.CustomerEvent) => [what, who, text])).toEqual([
      ['received', null, null],
      ['answer', 'Rae Hall', 'No, it is silent.'],
      ['status', expect.any(String), 'contacted'],
      ['message', null, 'Then I take two.'],
    ])
    expect(JSON.stringify(body)).not.toContain('Rich')
    const notification = (await mails()).at(-1)
    expect(notification).toMatchObject({
      to_address: 'shop@example.org',
      reply_to: email,
      subject: `Enquiry ${id}: the customer has written`,
    })
    const timeline = (await site.call(admin, enquiryTimelineEndpoint, { params: { id } })).body
    expect(timeline.map(({ what }: { what: string }) => what)).toEqual(['received', 'notes', 'answer', 'status', 'message'])
  })

  test('a status change is mailed unless it is unchanged or back to new', async () => {
    const { id, email } = await send()
    const set = (status: string) => site.call(admin, changeEnquiryStatusEndpoint, { params: { id }, body: { status } })
    await set('completed')
    await set('completed')
    await set('new')
    expect((await mails()).filter(({ to_address: to }) => to === email).map(({ subject }) => subject)).toEqual([
      'We have received your enquiry: Wall battery',
      'Your enquiry is now: Completed',
    ])
  })

  test('withdrawing closes the enquiry and is listed in both timelines', async () => {
    const { id, key } = await send()
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

  test('erasing removes rows, mails, audit texts and keys of this enquiry only', async () => {
    const [mine, theirs] = [await send({ name: 'Zed Unique' }), await send()]
    await answer(mine.id, 'Unmistakable words')
    await addMessage(mine.key, 'Unmistakable too')
    expect((await site.call(null, contract.eraseEnquiryEndpoint, { params: { key: mine.key } })).status).toBe(200)
    const everything = JSON.stringify(
      await Promise.all([
        site.ctx.db.selectFrom('enquiries').selectAll().execute(),
        site.ctx.db.selectFrom('enquiry_messages').selectAll().execute(),
        site.ctx.db.selectFrom('audit_entries').selectAll().execute(),
        site.ctx.db.selectFrom('trash').selectAll().execute(),
        mails(),
      ]),
    )
    expect(everything).not.toMatch(/Zed Unique|Unmistakable/)
    expect(everything).not.toContain(mine.email)
    expect((await getStatus(mine.key)).status).toBe(404)
    expect((await getStatus(theirs.key)).status).toBe(200)
    const tokens = await site.ctx.db.selectFrom('one_time_tokens').select('email').where('email', '=', mine.email.toLowerCase()).execute()
    expect(tokens).toEqual([])
  })

  test('the link returns 404 while the enquiry is in the trash', async () => {
    const { id, key } = await send()
    await addMessage(key, 'One more thing')
    const { trashId } = (await site.call(admin, deleteEnquiryEndpoint, { params: { id } })).body
    expect((await getStatus(key)).status).toBe(404)
    expect((await site.call(admin, restoreFromTrashEndpoint, { params: { id: trashId } })).status).toBe(200)
    expect((await getStatus(key)).body.events.at(-1)).toMatchObject({ what: 'message', text: 'One more thing' })
  })

  test('requesting new links returns the same response for unknown addresses', async () => {
    const { email } = await send()
    await site.ctx.db.deleteFrom('mails').execute()
    const links = (to: string) => site.call(null, contract.sendEnquiryLinksEndpoint, { body: { email: to } })
    const [known, unknown] = [await links(email), await links('nobody@example.org')]
    expect(known.status).toBe(unknown.status)
    expect(known.body).toEqual(unknown.body)
    const sent = await mails()
    expect(sent.map(({ to_address: to }) => to)).toEqual([email])
    expect((await getStatus(keyIn(sent[0]?.body))).status).toBe(200)
    for (let at = 0; at < 4; at += 1) await links(email)
    expect(await mails()).toHaveLength(2)
  })

  test('erasing an enquiry deletes the mail with links that lists it', async () => {
    const enquiry = await send()
    await send({ email: enquiry.email })
    await site.call(null, contract.sendEnquiryLinksEndpoint, { body: { email: enquiry.email } })
    const linkMails = async () => (await mails()).filter(({ to_address: to, purpose }) => to === enquiry.email && purpose === 'asked')
    expect((await linkMails())[0]?.body.match(/enquiry-status\/\d+~/g)).toHaveLength(2)
    expect((await site.call(null, contract.eraseEnquiryEndpoint, { params: { key: enquiry.key } })).status).toBe(200)
    expect(await linkMails()).toEqual([])
  })

  test('an address gets at most three confirmations', async () => {
    const { email } = await send()
    for (let at = 0; at < 4; at += 1) await send({ email })
    expect((await mails()).filter(({ to_address: to }) => to === email)).toHaveLength(3)
  })

  test('messages are included in the member’s personal data export', async () => {
    const member = await makeUser(site.ctx)
    const { id, key } = await send({}, member)
    await addMessage(key, 'For the file')
    const { body } = await site.call(
      member,
      createExportEndpoint(() => features),
    )
    expect(body.enquiryMessages).toMatchObject([{ enquiryId: id, isFromCustomer: true, content: 'For the file' }])
  })
})

describe('validation and access', () => {
  test('returns 404 for invalid keys and keys of another enquiry', async () => {
    const [first, second] = [await send(), await send()]
    const mixed = `${second.id}~${first.key.split('~')[1]}`
    for (const key of [mixed, `${first.key}x`, first.key.slice(0, -1), String(first.id), '0~x', `${'9'.repeat(30)}~${'x'.repeat(43)}`])
      expect((await getStatus(key)).status, key).toBe(404)
    expect((await addMessage(mixed, 'x')).status).toBe(404)
    expect((await site.call(null, contract.eraseEnquiryEndpoint, { params: { key: mixed } })).status).toBe(404)
  })
  test('rejects empty and too long messages', async () => {
    const { id, key } = await send()
    for (const text of ['', '   ', 'x'.repeat(4001)]) {
      expect((await addMessage(key, text)).status).toBe(400)
      expect((await answer(id, text)).status).toBe(400)
    }
  })
  test('only administrators can answer', async () => {
    const { id } = await send()
    expect((await answer(id, 'x', null)).status).toBe(401)
    expect((await answer(id, 'x', await makeUser(site.ctx))).status).toBe(403)
    expect((await answer(999_999, 'x')).status).toBe(404)
  })
})
