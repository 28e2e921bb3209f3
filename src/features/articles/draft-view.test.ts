/** Drafts at their public address: there for administrators, and for nobody else by any way round. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSignedIn, type SignedUp } from '#features/accounts/account.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { changeArticleEndpoint, createArticleEndpoint, type ArticleDraft } from './editing/article-editing.contract.ts'
import { articlesOfCategoryEndpoint, featuredArticlesEndpoint, getArticleEndpoint, listArticlesEndpoint } from './article.contract.ts'
import { makeArticle } from './article.factory.ts'

let site: TestSite
let admin: SignedUp
let member: SignedUp
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Editor', true)
  member = await makeSignedIn(site, 'Reader')
  await makeArticle(site.ctx, { slug: 'for-all' })
})
afterAll(() => site.close())

const write = async (given: object): Promise<ArticleDraft> => {
  const body = {
    title: `Wayfarer ${crypto.randomUUID()}`,
    content: 'With **bold** words.',
    authorName: 'Ada',
    categoryId: 2,
    rating: 5,
    ...given,
  }
  return (await admin.call(createArticleEndpoint, { body })).body
}
const change = (id: number, body: object) => admin.call(changeArticleEndpoint, { params: { id }, body })
const read = (slug: string, cookie = '', headers: object = {}) =>
  site.call(null, getArticleEndpoint, { params: { slug } }, { 'user-agent': 'Mozilla/5.0', ...(cookie && { cookie }), ...headers })
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('works', () => {
  test('an administrator reads what is not published, and is told that it is not', async () => {
    const draft = await write({ status: 'draft' })
    const { status, body } = await read(draft.slug, admin.cookie)
    expect([status, body.unpublished, body.publishedAt]).toEqual([200, 'draft', null])
    expect(body.contentHtml).toContain('<strong>bold</strong>')
    const later = await write({ status: 'scheduled', publishedAt: inAnHour() })
    expect((await read(later.slug, admin.cookie)).body.unpublished).toBe('scheduled')
    expect((await read('for-all', admin.cookie)).body).not.toHaveProperty('unpublished')
  })

  test('an address it had before leads there too', async () => {
    const draft = await write({ status: 'draft' })
    await change(draft.id, { slug: 'the-later-one' })
    expect((await read(draft.slug, admin.cookie)).body.slug).toBe('the-later-one')
    const refused = await read(draft.slug)
    expect([refused.status, refused.headers['content-location']]).toEqual([404, undefined])
  })

  test('looking at a draft is no view', async () => {
    const draft = await write({ status: 'draft' })
    const open = await write({})
    for (const { slug } of [draft, open]) await read(slug, admin.cookie)
    await site.visits.flush()
    const views = async (slug: string) =>
      (await site.ctx.db.selectFrom('articles').select('views').where('slug', '=', slug).executeTakeFirstOrThrow()).views
    expect([await views(draft.slug), await views(open.slug)]).toEqual([0, 1])
  })
})

describe('refuses strangers', () => {
  test('SEC-05 visitors, members and a forged flag find nothing, before and after an administrator has looked', async () => {
    const draft = await write({ status: 'draft' })
    for (const look of [1, 2]) {
      for (const cookie of ['', member.cookie, 'isAdmin=true', 'session=forged', 'fresh=1'])
        expect([look, cookie, (await read(draft.slug, cookie)).status]).toEqual([look, cookie, 404])
      expect((await read(draft.slug, admin.cookie)).status).toBe(200)
    }
  })

  test('an administrator who lacks the second factor that the site asks for', async () => {
    const draft = await write({ status: 'draft' })
    site.ctx.site.settings.adminSecondFactor = true
    expect((await read(draft.slug, admin.cookie)).status).toBe(404)
    site.ctx.site.settings.adminSecondFactor = false
    expect((await read(draft.slug, admin.cookie)).status).toBe(200)
  })

  test('the answer is kept nowhere: not here, not by a proxy, not after its end', async () => {
    const draft = await write({ status: 'draft' })
    const entries = site.cache.size.entries
    const { headers } = await read(draft.slug, admin.cookie)
    expect([headers['cache-control'], headers['vary'], site.cache.size.entries]).toEqual([
      'private, no-cache',
      'accept-encoding, cookie',
      entries,
    ])
    const known = await read(draft.slug, admin.cookie, { 'if-none-match': String(headers['etag']) })
    expect([known.status, known.headers['cache-control']]).toEqual([304, 'private, no-cache'])
    expect((await read(draft.slug, '', { 'if-none-match': String(headers['etag']) })).status).toBe(404)

    await change(draft.id, { status: 'published' })
    const open = await read(draft.slug)
    expect([open.status, open.headers['cache-control'], open.body.unpublished]).toEqual([200, 'no-cache', undefined])
    await change(draft.id, { status: 'draft' })
    expect((await read(draft.slug)).status).toBe(404)
  })

  test('no list, feed, site map or picture for sharing names it, not even to an administrator', async () => {
    const word = `Heronsgate-${crypto.randomUUID().slice(0, 8)}`
    const draft = await write({ title: word, slug: `unseen-${word.toLowerCase()}`, status: 'draft' })
    await read(draft.slug, admin.cookie)
    const visible = await write({ title: `${word} open` })
    for (const cookie of ['', admin.cookie]) {
      const lists = [
        site.call(null, listArticlesEndpoint, { query: { search: word } }, { cookie }),
        site.call(null, featuredArticlesEndpoint, {}, { cookie }),
        site.call(null, articlesOfCategoryEndpoint, { params: { categoryId: 2 } }, { cookie }),
      ]
      for (const { body } of await Promise.all(lists)) {
        const slugs = body.map(({ slug }: { slug: string }) => slug)
        expect([slugs.includes(visible.slug), slugs.includes(draft.slug)]).toEqual([true, false])
      }
      for (const url of ['/feed.xml', '/feed.atom', '/feed.json', '/sitemaps/articles-1.xml']) {
        const answer = await site.app.inject({ url, headers: { cookie } })
        expect([url, answer.statusCode, answer.body.includes(visible.slug), answer.body.includes(draft.slug)]).toEqual([
          url,
          200,
          true,
          false,
        ])
      }
      const picture = await site.app.inject({ url: `/share/article/${draft.slug}.png`, headers: { cookie } })
      expect(picture.statusCode).toBe(404)
    }
  })
})
