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

async function ask(given: object = {}, who: Viewer | null = null): Promise<{ id: number; email: string; key: string }> {
  const body = { ...person(), notes: 'Does it hum?', productId, ...given }
  const { id } = (await site.call(who, postEnquiryEndpoint, { body })).body
  const sent = (await mails()).findLast(({ to_address: to }) => to === body.email)
  return { id, email: body.email, key: keyIn(sent?.body) }
}
const look = (key: string) => site.call(null, contract.getEnquiryStatusEndpoint, { params: { key } })
const say = (key: string, text: string) => site.call(null, contract.addEnquiryMessageEndpoint, { params: { key }, body: { text } })
const answer = (id: number, text: string, who: Viewer | null = admin) =>
  site.call(who, contract.answerEnquiryEndpoint, { params: { id }, body: { text } })

describe('works', () => {
  test('both sides are told of a new enquiry, and the key shows it', async () => {
    const { id, email, key } = await ask()
    const [shop, customer] = await mails()
    expect([shop?.to_address, customer?.to_address]).toEqual(['shop@example.org', email])
    expect(shop?.body).toContain(`/admin/enquiries?open=${id}`)
    // Nothing that was typed goes to an address that was typed.
    expect(customer?.body).not.toMatch(/Ada|hum|Row/)
    const { status, body, headers } = await look(key)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toMatchObject({ id, status: 'new', productName: 'Wall battery', message: 'Does it hum?', handler: null, isOpen: true })
    expect(body.events).toMatchObject([{ what: 'received', who: null }])
  })

  test('an answer goes out and stays, the reply joins it, and the customer does not see the notes', async () => {
    const { id, email, key } = await ask()
    await site.call(admin, changeEnquiryNotesEndpoint, { params: { id }, body: { notes: 'Rich.' } })
    expect((await answer(id, 'No, it is silent.')).status).toBe(201)
    const sent = (await mails()).at(-1)
    expect(sent).toMatchObject({ to_address: email, reply_to: 'shop@example.org' })
    expect(sent?.body).toContain('No, it is silent.')
    expect(keyIn(sent?.body)).not.toBe(key)
    expect((await look(keyIn(sent?.body))).body).toMatchObject({ status: 'contacted', handler: 'Rae Hall' })
    const { status, body } = await say(key, 'Then I take two.')
    expect(status).toBe(201)
    expect(body.events.map(({ what, who, text }: contract.CustomerEvent) => [what, who, text])).toEqual([
      ['received', null, null],
      ['answer', 'Rae Hall', 'No, it is silent.'],
      ['status', expect.any(String), 'contacted'],
      ['message', null, 'Then I take two.'],
    ])
    expect(JSON.stringify(body)).not.toContain('Rich')
    const told = (await mails()).at(-1)
    expect(told).toMatchObject({ to_address: 'shop@example.org', reply_to: email, subject: `Enquiry ${id}: the customer has written` })
    const timeline = (await site.call(admin, enquiryTimelineEndpoint, { params: { id } })).body
    expect(timeline.map(({ what }: { what: string }) => what)).toEqual(['received', 'notes', 'answer', 'status', 'message'])
  })

  test('a new status is told; the same again, and one that goes back to new, are not', async () => {
    const { id, email } = await ask()
    const set = (status: string) => site.call(admin, changeEnquiryStatusEndpoint, { params: { id }, body: { status } })
    await set('completed')
    await set('completed')
    await set('new')
    expect((await mails()).filter(({ to_address: to }) => to === email).map(({ subject }) => subject)).toEqual([
      'We have your enquiry: Wall battery',
      'Your enquiry is now: Completed',
    ])
  })

  test('withdrawn by the customer: it is closed, and says so', async () => {
    const { id, key } = await ask()
    const withdraw = () => site.call(null, contract.withdrawEnquiryEndpoint, { params: { key } })
    const { status, body } = await withdraw()
    expect([status, body.status, body.isOpen, body.events.at(-1).what]).toEqual([200, 'cancelled', false, 'withdrawn'])
    expect([(await withdraw()).status, (await say(key, 'Hello?')).status]).toEqual([409, 409])
    const timeline = (await site.call(admin, enquiryTimelineEndpoint, { params: { id } })).body
    expect(timeline.at(-1)).toMatchObject({ what: 'withdrawn', who: 'Ada Quill' })
  })

  test('erased by the customer: no row, no mail, no name and no key is left, and others keep theirs', async () => {
    const [mine, theirs] = [await ask({ name: 'Zed Unique' }), await ask()]
    await answer(mine.id, 'Unmistakable words')
    await say(mine.key, 'Unmistakable too')
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
    expect((await look(mine.key)).status).toBe(404)
    expect((await look(theirs.key)).status).toBe(200)
    const tokens = await site.ctx.db.selectFrom('one_time_tokens').select('email').where('email', '=', mine.email.toLowerCase()).execute()
    expect(tokens).toEqual([])
  })

  test('to the trash and back with its messages; in between the link opens nothing', async () => {
    const { id, key } = await ask()
    await say(key, 'One more thing')
    const { trashId } = (await site.call(admin, deleteEnquiryEndpoint, { params: { id } })).body
    expect((await look(key)).status).toBe(404)
    expect((await site.call(admin, restoreFromTrashEndpoint, { params: { id: trashId } })).status).toBe(200)
    expect((await look(key)).body.events.at(-1)).toMatchObject({ what: 'message', text: 'One more thing' })
  })

  test('a link can be asked for anew, and the answer is the same for an address that nobody knows', async () => {
    const { email } = await ask()
    await site.ctx.db.deleteFrom('mails').execute()
    const links = (to: string) => site.call(null, contract.sendEnquiryLinksEndpoint, { body: { email: to } })
    const [known, unknown] = [await links(email), await links('nobody@example.org')]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    const sent = await mails()
    expect(sent.map(({ to_address: to }) => to)).toEqual([email])
    expect((await look(keyIn(sent[0]?.body))).status).toBe(200)
    for (let at = 0; at < 4; at += 1) await links(email)
    expect(await mails()).toHaveLength(2)
  })

  test('the mail with all links leaves the outbox when one of its enquiries is erased', async () => {
    const one = await ask()
    await ask({ email: one.email })
    await site.call(null, contract.sendEnquiryLinksEndpoint, { body: { email: one.email } })
    const linkMails = async () => (await mails()).filter(({ to_address: to, purpose }) => to === one.email && purpose === 'asked')
    expect((await linkMails())[0]?.body.match(/enquiry-status\/\d+~/g)).toHaveLength(2)
    expect((await site.call(null, contract.eraseEnquiryEndpoint, { params: { key: one.key } })).status).toBe(200)
    expect(await linkMails()).toEqual([])
  })

  test('nobody’s mailbox is filled with confirmations', async () => {
    const { email } = await ask()
    for (let at = 0; at < 4; at += 1) await ask({ email })
    expect((await mails()).filter(({ to_address: to }) => to === email)).toHaveLength(3)
  })

  test('a member takes the messages along', async () => {
    const member = await makeUser(site.ctx)
    const { id, key } = await ask({}, member)
    await say(key, 'For the file')
    const { body } = await site.call(
      member,
      createExportEndpoint(() => features),
    )
    expect(body.enquiryMessages).toMatchObject([{ enquiryId: id, isFromCustomer: true, content: 'For the file' }])
  })
})

describe('refuses', () => {
  test('a key of another enquiry, a wrong one, and none', async () => {
    const [one, two] = [await ask(), await ask()]
    const mixed = `${two.id}~${one.key.split('~')[1]}`
    for (const key of [mixed, `${one.key}x`, one.key.slice(0, -1), String(one.id), '0~x', `${'9'.repeat(30)}~${'x'.repeat(43)}`])
      expect((await look(key)).status, key).toBe(404)
    expect((await say(mixed, 'x')).status).toBe(404)
    expect((await site.call(null, contract.eraseEnquiryEndpoint, { params: { key: mixed } })).status).toBe(404)
  })
  test('an empty message and one that is too long', async () => {
    const { id, key } = await ask()
    for (const text of ['', '   ', 'x'.repeat(4001)])
      expect([(await say(key, text)).status, (await answer(id, text)).status]).toEqual([400, 400])
  })
  test('an answer by whoever is no administrator', async () => {
    const { id } = await ask()
    expect([(await answer(id, 'x', null)).status, (await answer(id, 'x', await makeUser(site.ctx))).status]).toEqual([401, 403])
    expect((await answer(999_999, 'x')).status).toBe(404)
  })
})
