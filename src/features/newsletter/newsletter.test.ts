import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { confirmSubscriptionEndpoint, subscribeEndpoint, unsubscribeEndpoint } from './newsletter.contract.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
afterEach(() => vi.useRealTimers())

test('NEWS-12 subscribing twice stores the address once and returns the same response', async () => {
  for (const email of ['Ann@Example.org', ' ann@example.org ']) {
    const { status, body } = await site.call(null, subscribeEndpoint, { body: { email } })
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Thank you for subscribing to our newsletter!' } })
  }
  expect(await site.ctx.db.selectFrom('subscribers').select('email').execute()).toEqual([{ email: 'ann@example.org' }])
})

test.each([
  ['', 'Please enter your email address'],
  ['nonsense', 'Please enter a valid email address'],
  ['a b@example.org', 'Please enter a valid email address'],
])('NEWS-03 NEWS-04 NEWS-05 subscribing "%s" returns 400 with the message "%s"', async (email, message) => {
  const { status, body } = await site.call(null, subscribeEndpoint, { body: { email } })
  expect({ status, message: body.errors[0].message }).toEqual({ status: 400, message })
})

const subscribe = (email: string) => site.call(null, subscribeEndpoint, { body: { email } })
const mailsTo = (to: string) => site.ctx.db.selectFrom('mails').selectAll().where('to_address', '=', to).orderBy('id').execute()
const rowOf = (email: string) => site.ctx.db.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirst()
const keyIn = (body: string | undefined, page: string) =>
  new RegExp(`http://localhost(?::80)?/newsletter/${page}\\?key=([\\w-]{43})`).exec(body ?? '')?.[1] ?? ''

test('NEWS-12 the keys in the confirmation mail confirm and end the subscription, and both publish an event', async () => {
  await subscribe('Bob@example.org')
  const [mail] = await mailsTo('bob@example.org')
  expect(mail?.subject).toBe('Please confirm: the Net Zero newsletter')
  expect((await rowOf('bob@example.org'))?.confirmed_at).toBeNull()
  const events = JSON.stringify(['subscriber.created', 'subscriber.deleted'])
  const webhook = { url: 'https://hooks.example.org', description: '', secret: '', events, created_at: new Date().toISOString() }
  await site.ctx.db.insertInto('webhooks').values(webhook).execute()
  const listPublished = () => site.ctx.db.selectFrom('webhook_deliveries').select('event').orderBy('id').execute()
  const confirm = () => site.call(null, confirmSubscriptionEndpoint, { body: { token: keyIn(mail?.body, 'confirm') } })
  for (const wasConfirmed of [false, true]) {
    const { status, body } = await confirm()
    expect({ status, body }).toEqual({ status: 200, body: { email: 'bob@example.org', wasConfirmed } })
  }
  expect((await rowOf('bob@example.org'))?.confirmed_at).toEqual(expect.any(String))

  const unsubscribe = () => site.call(null, unsubscribeEndpoint, { body: { token: keyIn(mail?.body, 'unsubscribe') } })
  expect((await unsubscribe()).body).toEqual({ email: 'bob@example.org' })
  expect(await rowOf('bob@example.org')).toBeUndefined()
  expect((await listPublished()).map(({ event }) => event)).toEqual(['subscriber.created', 'subscriber.deleted'])
  for (const response of [await unsubscribe(), await confirm()]) expect(response.body.code).toBe('newsletter.link_unknown')
})

test('NEWS-12 subscribing again sends at most one mail a day, and none after confirmation', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await Promise.all(Array.from({ length: 4 }, () => subscribe('cleo@example.org')))
  expect(await mailsTo('cleo@example.org')).toHaveLength(1)
  vi.setSystemTime(Date.now() + 86_401_000)
  await subscribe('cleo@example.org')
  await subscribe('cleo@example.org')
  const sent = await mailsTo('cleo@example.org')
  expect(sent).toHaveLength(2)
  for (const { body } of sent)
    expect((await site.call(null, confirmSubscriptionEndpoint, { body: { token: keyIn(body, 'confirm') } })).status).toBe(200)
  vi.setSystemTime(Date.now() + 86_401_000)
  expect((await subscribe('cleo@example.org')).status).toBe(200)
  expect(await mailsTo('cleo@example.org')).toHaveLength(2)
})

test('confirming and unsubscribing return 404 for invented keys and for stored hashes', async () => {
  await subscribe('dan@example.org')
  const stored = await site.ctx.db.selectFrom('one_time_tokens').select('token_hash').where('email', '=', 'dan@example.org').execute()
  for (const token of ['x'.repeat(43), ...stored.map(({ token_hash }) => token_hash)]) {
    expect((await site.call(null, confirmSubscriptionEndpoint, { body: { token } })).status).toBe(404)
    expect((await site.call(null, unsubscribeEndpoint, { body: { token } })).status).toBe(404)
  }
  expect((await site.call(null, confirmSubscriptionEndpoint, { body: { token: '' } })).status).toBe(400)
})
