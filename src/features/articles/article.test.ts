import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { articlesOfCategoryEndpoint, featuredArticlesEndpoint, getArticleEndpoint, listArticlesEndpoint } from './article.contract.ts'
import { makeArticle } from './article.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const slugs = (body: { slug: string }[]) => body.map(({ slug }) => slug)

describe('works', () => {
  test('API-ART-01 ART-13 the list is newest first, articles without a date last', async () => {
    await makeArticle(site.ctx, { slug: 'older', publishedAt: '2025-01-05T00:00:00.000Z' })
    await makeArticle(site.ctx, { slug: 'undated', publishedAt: null })
    await makeArticle(site.ctx, { slug: 'newer', publishedAt: '2025-06-05T00:00:00.000Z' })
    const { status, body, headers } = await site.call(null, listArticlesEndpoint)
    expect(status).toBe(200)
    expect(slugs(body).filter((slug) => ['older', 'undated', 'newer'].includes(slug))).toEqual(['newer', 'older', 'undated'])
    expect(headers['x-total-count']).toBe(String(body.length))
    expect(body[0].content).toBe('Some words.')
  })

  test('API-ART-02 HOME-13 featured are those rated 4 or 5', async () => {
    for (const rating of [0, 3, 4, 5, null]) await makeArticle(site.ctx, { slug: `rated-${rating}`, rating })
    const { body } = await site.call(null, featuredArticlesEndpoint)
    expect(slugs(body).toSorted()).toEqual(['rated-4', 'rated-5'])
  })

  test('API-ART-02 all that are rated so, newest first, and in pages when asked', async () => {
    for (let day = 1; day <= 12; day++)
      await makeArticle(site.ctx, { slug: `praised-${day}`, rating: 4, publishedAt: new Date(Date.UTC(2026, 5, day)).toISOString() })
    site.caches.invalidate(site.ctx.site.id, ['articles'])
    const bare = await site.call(null, featuredArticlesEndpoint)
    expect([bare.body.length, bare.headers['x-total-count']]).toEqual([14, '14'])
    expect(slugs(bare.body).slice(0, 2)).toEqual(['praised-12', 'praised-11'])
    expect((await site.call(null, featuredArticlesEndpoint, { query: { perPage: 10, page: 2 } })).body).toHaveLength(4)
  })

  test('API-ART-03 ENT-01 one article with everything about it', async () => {
    await makeArticle(site.ctx, { slug: 'one', content: '## Heading\n\nWith **bold** words.', categoryId: 2 })
    const { status, body } = await site.call(null, getArticleEndpoint, { params: { slug: 'one' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ slug: 'one', categoryName: 'Solar Panels', categorySlug: 'solar-panels', rating: 3, minutes: 1 })
    expect(body.contentHtml).toContain('<h2>Heading</h2>')
    expect(body.contentHtml).toContain('<strong>bold</strong>')
  })

  test('ENT-02 ENT-03 ENT-04 ENT-05 defaults for what is missing', async () => {
    await makeArticle(site.ctx, { slug: 'bare', categoryId: null })
    const { body } = await site.call(null, getArticleEndpoint, { params: { slug: 'bare' } })
    expect(body).toMatchObject({
      categoryName: 'Uncategorized',
      categorySlug: 'uncategorized',
      authorName: 'Unknown Author',
      authorAvatar: '',
    })
  })

  test('an article is linked to the expert whose name it is signed with, whatever the case', async () => {
    const row = { title: 'Heat engineer', bio: 'Fits heat pumps.', avatar_url: '/art/people/edda.svg', interest: 'None.' }
    const { id } = await site.ctx.db
      .insertInto('experts')
      .values({ ...row, slug: 'edda-voss', name: 'Edda Voss' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { slug } = await makeArticle(site.ctx, { authorName: 'edda voss' })
    const { slug: other } = await makeArticle(site.ctx, { authorName: 'Edda Vossberg' })
    const read = async (slug: string) => (await site.call(null, getArticleEndpoint, { params: { slug } })).body
    expect(await read(slug)).toMatchObject({ authorId: id, authorAvatar: '/art/people/edda.svg' })
    expect(await read(other)).toMatchObject({ authorId: null, authorAvatar: '' })
  })
  test('API-ART-04 a category has its own articles', async () => {
    await makeArticle(site.ctx, { slug: 'about-living', categoryId: 5 })
    const { body } = await site.call(null, articlesOfCategoryEndpoint, { params: { categoryId: 5 } })
    expect(slugs(body)).toEqual(['about-living'])
  })

  test('ART-14 ART-15 search looks into title, summary and content, in any case, and takes every character as it is', async () => {
    await makeArticle(site.ctx, { slug: 'in-title', title: 'Zebrafinch CAFÉ 100% sure' })
    await makeArticle(site.ctx, { slug: 'in-summary', summary: 'About the zebrafinch' })
    await makeArticle(site.ctx, { slug: 'in-content', content: 'The ZEBRAFINCH sings' })
    const find = async (search: string) => slugs((await site.call(null, listArticlesEndpoint, { query: { search } })).body).toSorted()
    expect(await find('zebraFINCH')).toEqual(['in-content', 'in-summary', 'in-title'])
    expect(await find('café')).toEqual(['in-title'])
    expect(await find('Café 100%')).toEqual(['in-title'])
    expect(await find('100_')).toEqual([])
    expect(await find('fé')).toEqual(['in-title'])
    expect(await find('0%')).toEqual(['in-title'])
    expect(await find(`"zebra' or 1=1 --`)).toEqual([])
  })

  test('ART-12 category and search narrow together; an unknown category matches nothing', async () => {
    await makeArticle(site.ctx, { slug: 'quokka-solar', title: 'Quokka', categoryId: 2 })
    await makeArticle(site.ctx, { slug: 'quokka-ev', title: 'Quokka', categoryId: 1 })
    const list = async (query: object) => slugs((await site.call(null, listArticlesEndpoint, { query })).body)
    expect(await list({ search: 'quokka', category: 'solar-panels' })).toEqual(['quokka-solar'])
    expect(await list({ category: 'nowhere' })).toEqual([])
  })

  test('ART-16 ART-17 ART-18 cards carry a ready snippet and no long text', async () => {
    const given = { exact: 'x'.repeat(120), longer: 'x'.repeat(121), marked: '## Title\n\nSome *text*' }
    for (const [slug, content] of Object.entries(given)) await makeArticle(site.ctx, { slug, title: 'Snippetcase', summary: null, content })
    await makeArticle(site.ctx, { slug: 'nothing', title: 'Snippetcase', summary: null, content: '' })
    const { body } = await site.call(null, listArticlesEndpoint, { query: { search: 'snippetcase', view: 'card' } })
    const snippets = Object.fromEntries(body.map(({ slug, snippet }: { slug: string; snippet: string }) => [slug, snippet]))
    expect(snippets).toEqual({
      exact: 'x'.repeat(120),
      longer: `${'x'.repeat(120)}...`,
      marked: 'Title Some text',
      nothing: 'No description available',
    })
    expect(body[0].content).toBeUndefined()
  })
})

describe('refuses bad input', () => {
  test('an unknown slug is 404 in the one form', async () => {
    const { status, body } = await site.call(null, getArticleEndpoint, { params: { slug: 'nowhere' } })
    expect([status, body]).toEqual([404, { message: 'No such article.', code: 'article.not_found' }])
  })
  test.each([{ page: 0 }, { page: 'x' }, { perPage: 101 }, { perPage: 0 }, { view: 'tiny' }, { search: 'x'.repeat(101) }])(
    'query %o',
    async (query) => {
      const { status, body } = await site.call(null, listArticlesEndpoint, { query })
      expect([status, body.code]).toEqual([400, 'input.invalid'])
      expect(body.errors[0].path).toBe(Object.keys(query)[0])
    },
  )
  test('an article id that is no number is not there', async () => {
    expect((await site.call(null, articlesOfCategoryEndpoint, { params: { categoryId: 'x' } })).status).toBe(404)
  })
})
