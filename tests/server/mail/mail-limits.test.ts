/** Mails that anyone can trigger are limited independently of deletions, unsubscribes and confirmations in between. */
// Daily on PostgreSQL too: limits are checked and counted in one statement, also for concurrent requests.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  changeAccountEndpoint,
  confirmEmailEndpoint,
  deleteAccountEndpoint,
  forgotPasswordEndpoint,
  signUpEndpoint,
} from '#features/accounts/account.contract.ts'
import { deleteEnquiryEndpoint } from '#features/enquiries/handling/enquiry-handling.contract.ts'
import { postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'
import { sendEnquiryLinksEndpoint } from '#features/enquiries/tracking/tracking.contract.ts'
import { subscribeEndpoint, unsubscribeEndpoint } from '#features/newsletter/newsletter.contract.ts'
import { removeSubscriberEndpoint } from '#features/newsletter/subscriber.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type CallResult, type TestSite } from '#tests/support/test-site.ts'

const PASSWORD = 'three cold radiators'
const EMAIL = 'victim@example.org'
let site: TestSite
let admin: Viewer
let productId: number
let mailsBefore = 0
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  productId = (await makeProduct(site.ctx, { name: 'Wall battery' })).id
})
afterAll(() => site.close())
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  mailsBefore = Number((await site.ctx.db.selectFrom('mails').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0)
})
afterEach(() => vi.useRealTimers())

const countMails = async () => (await site.ctx.db.selectFrom('mails').select('id').where('id', '>', mailsBefore).execute()).length
const mailsTo = (to: string) =>
  site.ctx.db.selectFrom('mails').selectAll().where('to_address', '=', to).where('id', '>', mailsBefore).orderBy('id').execute()
const subscribe = (email = EMAIL): Promise<CallResult> => site.call(null, subscribeEndpoint, { body: { email } })

describe('a newsletter confirmation', () => {
  test('is sent once a day even if an administrator removes the subscriber in between', async () => {
    let sent = 0
    for (let n = 0; n < 4; n += 1) {
      expect((await subscribe()).status).toBe(200)
      sent += (await mailsTo(EMAIL)).length
      const row = await site.ctx.db.selectFrom('subscribers').select('id').where('email', '=', EMAIL).executeTakeFirstOrThrow()
      expect((await site.call(admin, removeSubscriberEndpoint, { params: { id: row.id } })).status).toBe(200)
    }
    expect(sent).toBe(1)
    vi.setSystemTime(Date.now() + 86_400_001)
    await subscribe()
    expect(await mailsTo(EMAIL)).toHaveLength(1)
  })

  test('is sent once a day even if the reader unsubscribes in between', async () => {
    const email = 'leaving@example.org'
    await subscribe(email)
    const [mail] = await mailsTo(email)
    const token = /unsubscribe\?key=([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? ''
    expect((await site.call(null, unsubscribeEndpoint, { body: { token } })).status).toBe(200)
    await subscribe(email)
    expect(await mailsTo(email)).toEqual([])
  })

  test('is sent once per mailbox, whatever the spelling of its address', async () => {
    for (const email of ['kim@example.org', 'KIM@Example.org', 'kim+a@example.org', 'Kim+b+c@example.org']) await subscribe(email)
    expect(await countMails()).toBe(1)
    for (const email of ['a.b.c@gmail.com', 'abc@gmail.com', 'ABC+x@googlemail.com']) await subscribe(email)
    expect(await countMails()).toBe(2)
    // At other providers a dot makes a different mailbox.
    for (const email of ['a.b@example.org', 'ab@example.org']) await subscribe(email)
    expect(await countMails()).toBe(4)
  })

  test('is sent once for concurrent requests', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => subscribe(`rush+${n}@example.org`)))
    expect(await countMails()).toBe(1)
  })
})

describe('an enquiry mail', () => {
  const ask = (email = EMAIL) =>
    site.call(null, postEnquiryEndpoint, {
      body: { name: 'Ada', email, phone: '01632 960001', address: '1 The Row', notes: '', productId },
    })
  test('of confirmation is sent three times a day even if enquiries are deleted in between', async () => {
    let sent = 0
    for (let n = 0; n < 5; n += 1) {
      const { id } = (await ask()).body
      sent += (await mailsTo(EMAIL)).filter(({ body }) => body.includes(`/enquiry-status/${id}~`)).length
      expect((await site.call(admin, deleteEnquiryEndpoint, { params: { id } })).status).toBe(200)
    }
    expect(sent).toBe(3)
  })

  test('with status links covers all enquiries, and is sent twice a day', async () => {
    const email = 'many@example.org'
    for (let n = 0; n < 3; n += 1) await ask(email)
    const links = () => site.call(null, sendEnquiryLinksEndpoint, { body: { email } })
    const linkMails = async () => (await mailsTo(email)).filter(({ purpose }) => purpose === 'asked')
    await links()
    const [mail] = await linkMails()
    expect(new Set(mail?.body.match(/\/enquiry-status\/\d+~[\w-]{43}/g)).size).toBe(3)
    for (let n = 0; n < 6; n += 1) {
      expect((await links()).body).toEqual({ ok: true })
      vi.setSystemTime(Date.now() + 3_600_001)
    }
    expect(await linkMails()).toHaveLength(2)
  })
})

describe('an account mail', () => {
  const signUp = (username: string, email = EMAIL) =>
    site.call(null, signUpEndpoint, { body: { username, email, password: PASSWORD, confirmPassword: PASSWORD } })

  test('of email confirmation is sent three times an hour even if accounts are closed in between', async () => {
    let sent = 0
    for (let n = 0; n < 5; n += 1) {
      const { status, body } = await signUp(`closing${n}`)
      expect(status).toBe(201)
      sent = Math.max(sent, (await mailsTo(EMAIL)).length)
      const viewer = { id: body.user.id as number, isAdmin: false }
      expect((await site.call(viewer, deleteAccountEndpoint, { body: { password: PASSWORD } })).status).toBe(200)
    }
    expect(sent).toBe(3)
  })

  test('of email confirmation is limited per account even if one of its addresses is confirmed in between', async () => {
    const { body } = await signUp('mover', 'mover0@example.org')
    const viewer = { id: body.user.id as number, isAdmin: false }
    const move = (n: number) =>
      site.call(viewer, changeAccountEndpoint, { body: { email: `mover${n}@example.org`, currentPassword: PASSWORD, password: PASSWORD } })
    const statuses: number[] = []
    const confirmations: number[] = []
    for (let n = 1; n <= 8; n += 1) {
      statuses.push((await move(n)).status)
      const [mail] = await mailsTo(`mover${n}@example.org`)
      const token = /confirm-email#([\w-]{43})/.exec(mail?.body ?? '')?.[1]
      if (token) confirmations.push((await site.call(null, confirmEmailEndpoint, { body: { token, password: PASSWORD } })).status)
    }
    expect(new Set(confirmations)).toEqual(new Set([200]))
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(6)
    expect(statuses.at(-1)).toBe(429)
  })

  test('with a password link is sent at most six times a day', async () => {
    await makeUser(site.ctx, { username: 'forgetful' })
    for (let hour = 0; hour < 6; hour += 1) {
      for (let n = 0; n < 4; n += 1)
        expect((await site.call(null, forgotPasswordEndpoint, { body: { email: 'forgetful@example.org' } })).body).toEqual({ ok: true })
      vi.setSystemTime(Date.now() + 3_600_001)
    }
    expect(await mailsTo('forgetful@example.org')).toHaveLength(6)
  })
})
