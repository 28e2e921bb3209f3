/** What JSON and an address may hold, and is no text: stored by one engine and not by the other, or as something else. No endpoint accepts it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getArticleEndpoint, listArticlesEndpoint } from '#features/articles/article.contract.ts'
import { changeAccountEndpoint, getAccountEndpoint } from '#features/accounts/account.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await openTestSite()))
afterAll(() => site.close())

test('in an address it names nothing; in a form and in a search it is said', async () => {
  const member = await makeUser(site.ctx)
  const before = (await site.call(member, getAccountEndpoint)).body
  expect((await site.call(null, getArticleEndpoint, { params: { slug: 'heat\0pump' } })).status).toBe(404)
  const searched = await site.call(null, listArticlesEndpoint, { query: { search: 'heat\0pump' } })
  expect([searched.status, searched.body.errors[0].path]).toEqual([400, 'search'])
  const changed = await site.call(member, changeAccountEndpoint, { body: { displayName: 'Ada\0Lovelace' } })
  expect([changed.status, changed.body.errors[0].path]).toEqual([400, 'displayName'])
  expect((await site.call(member, getAccountEndpoint)).body).toEqual(before)
})

test('nor half of a character, which would be read as another than it was sent', async () => {
  const member = await makeUser(site.ctx)
  const before = (await site.call(member, getAccountEndpoint)).body
  const changed = await site.call(member, changeAccountEndpoint, { body: { displayName: 'Ada \ud800 Lovelace' } })
  expect([changed.status, changed.body.errors?.[0]?.path]).toEqual([400, 'displayName'])
  expect((await site.call(member, getAccountEndpoint)).body).toEqual(before)
})
