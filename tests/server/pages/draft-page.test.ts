/** The page of a draft over a real port: the page cache, the data cache and the pre-routing cache must not leak it. */
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltApp } from '#app/build-app.ts'
import { changeArticle, createArticle } from '#features/articles/editing/article-editing.service.ts'
import { NewArticle } from '#features/articles/editing/article-editing.contract.ts'
import type { Context } from '#platform/contract/context.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { askSocket } from '#tests/support/socket.ts'
import { buildTestApp, openTestSites, signIn, type TestSites } from '#tests/support/test-site.ts'

let opened: TestSites
let built: BuiltApp
let ctx: Context
let admin: string
let member: string
beforeAll(async () => {
  opened = await openTestSites({ content: 'demo' })
  built = await buildTestApp({ sites: singleSiteDirectory(opened.main), pages: true })
  await built.app.listen({ port: 0, host: '127.0.0.1' })
  ctx = { site: opened.main, db: opened.main.db, viewer: null, log: built.app.log }
  ;[admin, member] = [await signIn(ctx, { isAdmin: true }), await signIn(ctx, { isAdmin: false })]
})
afterAll(async () => {
  await built.app.close()
  await opened.close()
})

function look(path: string, cookie = '') {
  const { port } = built.app.server.address() as AddressInfo
  const headers = { 'user-agent': 'Mozilla/5.0 Firefox/145.0', ...(cookie && { cookie }) }
  return askSocket(port, 'localhost', path, { headers })
}
const SECRET = 'A kestrel over the substation'
const BAR = 'only administrators see this'
const write = (input: object) =>
  createArticle(ctx, NewArticle.parse({ title: 'Not ready', content: SECRET, authorName: 'Ada', categoryId: 2, ...input }))

test('a draft is served with a bar to administrators and is 404 for everyone else, in any order of requests', async () => {
  const draft = await write({ slug: 'not-ready', status: 'draft' })
  const path = `/articles/${draft.slug}`
  for (const round of [1, 2, 3]) {
    for (const cookie of ['', member, 'fresh=1', 'isAdmin=true', 'session=forged']) {
      const { status, text: html } = await look(path, cookie)
      const request = `round ${round}, cookie ${cookie}`
      expect(status, request).toBe(404)
      expect(html.includes(SECRET), request).toBe(false)
      expect(html, request).toContain('Article Not Found')
    }
    const entries = built.responseCache.size.entries
    const { status, text: html, headers } = await look(path, admin)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(built.responseCache.size.entries).toBe(entries)
    for (const part of [SECRET, BAR, '<meta name="robots" content="noindex"/>', `href="/admin/articles?open=${draft.id}"`])
      expect(html).toContain(part)
    for (const part of ['application/ld+json', 'og:image', 'rel="canonical"', 'Share this article']) expect(html).not.toContain(part)
  }
})

test('browsers do not store account pages, and may store public pages for signed-in members', async () => {
  const caching = async (path: string) => (await look(path, admin)).headers['cache-control']
  expect([await caching('/account'), await caching('/account?tab=sessions')]).toEqual(['no-store', 'no-store'])
  expect([await caching('/forum/1'), await caching('/articles')]).toEqual(['private, no-cache', 'private, no-cache'])
})

test('an unpublished article is 404 at once for everyone else, and views by administrators are not counted', async () => {
  const { id, slug } = await write({ slug: 'taken-back', status: 'published' })
  const path = `/articles/${slug}`
  for (let times = 0; times < 3; times++) expect((await look(path)).text).toContain(SECRET)
  expect((await look(path)).text).not.toContain(BAR)
  const dependencies = createDependencies()
  await trackDependencies(dependencies, () => changeArticle(ctx, id, { status: 'draft' }))
  built.caches.invalidate(ctx.site.id, dependencies.writes)
  expect((await look(path, admin)).text).toContain(BAR)
  expect((await look(path)).status).toBe(404)
  await built.viewCounter.flush()
  const before = await ctx.db.selectFrom('articles').select('views').where('id', '=', id).executeTakeFirstOrThrow()
  for (let times = 0; times < 3; times++) await look(path, admin)
  await built.viewCounter.flush()
  expect(await ctx.db.selectFrom('articles').select('views').where('id', '=', id).executeTakeFirstOrThrow()).toEqual(before)
})

test('a scheduled article states its publication date', async () => {
  const { slug } = await write({ slug: 'next-year', status: 'scheduled', publishedAt: '2099-05-01T09:30:00Z' })
  const { status, text: html } = await look(`/articles/${slug}`, admin)
  expect(status).toBe(200)
  expect(html.includes('1 May 2099, 09:30</time><span>\u00a0UTC.</span>')).toBe(true)
  expect((await look(`/articles/${slug}`)).status).toBe(404)
})
