import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { looksLikeEmail } from './newsletter.client.ts'
import { subscribeEndpoint } from './newsletter.contract.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

test('NEWS-12 an address is stored once, and a repeat is a success that tells nothing', async () => {
  for (const email of ['Ann@Example.org', ' ann@example.org ']) {
    const { status, body } = await site.call(null, subscribeEndpoint, { body: { email } })
    expect([status, body]).toEqual([200, { message: 'Thank you for subscribing to our newsletter!' }])
  }
  expect(await site.ctx.db.selectFrom('subscribers').select('email').execute()).toEqual([{ email: 'ann@example.org' }])
})

test.each([
  ['', 'Please enter your email address'],
  ['nonsense', 'Please enter a valid email address'],
  ['a b@example.org', 'Please enter a valid email address'],
])('NEWS-03 NEWS-04 NEWS-05 "%s" is refused', async (email, message) => {
  const { status, body } = await site.call(null, subscribeEndpoint, { body: { email } })
  expect([status, body.errors[0].message]).toEqual([400, message])
})

test('NEWS-05 what the form takes for an address', () => {
  expect(['a@b.org', 'a b@c.org', 'a@b', '@b.org', ''].map(looksLikeEmail)).toEqual([true, false, false, false, false])
})
