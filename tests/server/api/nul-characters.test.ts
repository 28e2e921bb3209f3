/** NUL characters and lone surrogates, which JSON and URLs allow but the engines store differently or not at all. No endpoint accepts them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getArticleEndpoint, listArticlesEndpoint } from '#features/articles/article.contract.ts'
import { changeAccountEndpoint, getAccountEndpoint } from '#features/accounts/account.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await openTestSite()))
afterAll(() => site.close())

test('a NUL character returns 404 in a path, and 400 in a query or a body', async () => {
  const member = await makeUser(site.ctx)
  const before = (await site.call(member, getAccountEndpoint)).body
  expect((await site.call(null, getArticleEndpoint, { params: { slug: 'heat\0pump' } })).status).toBe(404)
  const searched = await site.call(null, listArticlesEndpoint, { query: { search: 'heat\0pump' } })
  expect(searched.status).toBe(400)
  expect(searched.body.errors[0].path).toBe('search')
  const changed = await site.call(member, changeAccountEndpoint, { body: { displayName: 'Ada\0Lovelace' } })
  expect(changed.status).toBe(400)
  expect(changed.body.errors[0].path).toBe('displayName')
  expect((await site.call(member, getAccountEndpoint)).body).toEqual(before)
})

test('a lone surrogate returns 400', async () => {
  const member = await makeUser(site.ctx)
  const before = (await site.call(member, getAccountEndpoint)).body
  const changed = await site.call(member, changeAccountEndpoint, { body: { displayName: 'Ada \ud800 Lovelace' } })
  expect(changed.status).toBe(400)
  expect(changed.body.errors?.[0]?.path).toBe('displayName')
  expect((await site.call(member, getAccountEndpoint)).body).toEqual(before)
})
