/** A draft's page over a real port, where kept pages, kept data and the fast lane could each let it slip to somebody else. */
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
const write = (given: object) =>
  createArticle(ctx, NewArticle.parse({ title: 'Not ready', content: SECRET, authorName: 'Ada', categoryId: 2, ...given }))

test('an administrator reads it with a bar; everybody else has a page that was never there, whoever looked first', async () => {
  const draft = await write({ slug: 'not-ready', status: 'draft' })
  const path = `/articles/${draft.slug}`
  for (const round of [1, 2, 3]) {
    for (const cookie of ['', member, 'fresh=1', 'isAdmin=true', 'session=forged']) {
      const { status, text: html } = await look(path, cookie)
      expect([round, cookie, status, html.includes(SECRET), html.includes('Article Not Found')]).toEqual([round, cookie, 404, false, true])
    }
    const kept = built.responseCache.size.entries
    const { status, text: html, headers } = await look(path, admin)
    expect([status, headers['cache-control'], built.responseCache.size.entries]).toEqual([200, 'private, no-cache', kept])
    for (const part of [SECRET, BAR, '<meta name="robots" content="noindex"/>', `href="/admin/articles?open=${draft.id}"`])
      expect(html).toContain(part)
    for (const part of ['application/ld+json', 'og:image', 'rel="canonical"', 'Pass it on']) expect(html).not.toContain(part)
  }
})

test('no browser keeps a page of one’s own; what everybody reads it may, also while somebody is signed in', async () => {
  const caching = async (path: string) => (await look(path, admin)).headers['cache-control']
  expect([await caching('/account'), await caching('/account?tab=sessions')]).toEqual(['no-store', 'no-store'])
  expect([await caching('/forum/1'), await caching('/articles')]).toEqual(['private, no-cache', 'private, no-cache'])
})

test('what is taken back is gone for everybody else at once, and its looks by administrators were no views', async () => {
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

test('a scheduled one says when its day is', async () => {
  const { slug } = await write({ slug: 'next-year', status: 'scheduled', publishedAt: '2099-05-01T09:30:00Z' })
  const { status, text: html } = await look(`/articles/${slug}`, admin)
  expect([status, html.includes('1 May 2099, 09:30</time><span>\u00a0UTC.</span>')]).toEqual([200, true])
  expect((await look(`/articles/${slug}`)).status).toBe(404)
})
