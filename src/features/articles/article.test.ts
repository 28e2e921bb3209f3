import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { articlesOfCategoryEndpoint, featuredArticlesEndpoint, getArticleEndpoint, listArticlesEndpoint } from './article.contract.ts'
import { makeArticle } from './article.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const listSlugs = (body: { slug: string }[]) => body.map(({ slug }) => slug)

describe('reading articles', () => {
  test('API-ART-01 ART-13 the list has the newest articles first, and those without a date last', async () => {
    await makeArticle(site.ctx, { slug: 'older', publishedAt: '2025-01-05T00:00:00.000Z' })
    await makeArticle(site.ctx, { slug: 'undated', publishedAt: null })
    await makeArticle(site.ctx, { slug: 'newer', publishedAt: '2025-06-05T00:00:00.000Z' })
    const { status, body, headers } = await site.call(null, listArticlesEndpoint)
    expect(status).toBe(200)
    expect(listSlugs(body).filter((slug) => ['older', 'undated', 'newer'].includes(slug))).toEqual(['newer', 'older', 'undated'])
    expect(headers['x-total-count']).toBe(String(body.length))
    expect(body[0].content).toBe('Some words.')
  })

  test('API-ART-02 HOME-13 the featured articles are those rated 4 or 5', async () => {
    for (const rating of [0, 3, 4, 5, null]) await makeArticle(site.ctx, { slug: `rated-${rating}`, rating })
    const { body } = await site.call(null, featuredArticlesEndpoint)
    expect(listSlugs(body).toSorted()).toEqual(['rated-4', 'rated-5'])
  })

  test('API-ART-02 the featured articles are listed newest first, all or by page', async () => {
    for (let day = 1; day <= 12; day++)
      await makeArticle(site.ctx, { slug: `praised-${day}`, rating: 4, publishedAt: new Date(Date.UTC(2026, 5, day)).toISOString() })
    site.caches.invalidate(site.ctx.site.id, ['articles'])
    const response = await site.call(null, featuredArticlesEndpoint)
    expect(response.body).toHaveLength(14)
    expect(response.headers['x-total-count']).toBe('14')
    expect(listSlugs(response.body).slice(0, 2)).toEqual(['praised-12', 'praised-11'])
    expect((await site.call(null, featuredArticlesEndpoint, { query: { perPage: 10, page: 2 } })).body).toHaveLength(4)
  })

  test('API-ART-03 ENT-01 returns an article with category, rating and rendered content', async () => {
    await makeArticle(site.ctx, { slug: 'one', content: '## Heading\n\nWith **bold** words.', categoryId: 2 })
    const { status, body } = await site.call(null, getArticleEndpoint, { params: { slug: 'one' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ slug: 'one', categoryName: 'Solar Panels', categorySlug: 'solar-panels', rating: 3, minutes: 1 })
    expect(body.contentHtml).toContain('<h2>Heading</h2>')
    expect(body.contentHtml).toContain('<strong>bold</strong>')
  })

  test('ENT-02 ENT-03 ENT-04 ENT-05 returns defaults for missing category and author', async () => {
    await makeArticle(site.ctx, { slug: 'bare', categoryId: null })
    const { body } = await site.call(null, getArticleEndpoint, { params: { slug: 'bare' } })
    expect(body).toMatchObject({
      categoryName: 'Uncategorized',
      categorySlug: 'uncategorized',
      authorName: 'Unknown Author',
      authorAvatar: '',
    })
  })

  test('links an article to the expert with its author’s name, ignoring case', async () => {
    const expertFields = { title: 'Heat engineer', bio: 'Fits heat pumps.', avatar_url: '/art/people/edda.svg', interest: 'None.' }
    const { id } = await site.ctx.db
      .insertInto('experts')
      .values({ ...expertFields, slug: 'edda-voss', name: 'Edda Voss' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { slug } = await makeArticle(site.ctx, { authorName: 'edda voss' })
    const { slug: otherSlug } = await makeArticle(site.ctx, { authorName: 'Edda Vossberg' })
    const getArticle = async (slug: string) => (await site.call(null, getArticleEndpoint, { params: { slug } })).body
    expect(await getArticle(slug)).toMatchObject({ authorId: id, authorAvatar: '/art/people/edda.svg' })
    expect(await getArticle(otherSlug)).toMatchObject({ authorId: null, authorAvatar: '' })
  })
  test('API-ART-04 lists the articles of a category', async () => {
    await makeArticle(site.ctx, { slug: 'about-living', categoryId: 5 })
    const { body } = await site.call(null, articlesOfCategoryEndpoint, { params: { categoryId: 5 } })
    expect(listSlugs(body)).toEqual(['about-living'])
  })

  test('ART-14 ART-15 searches title, summary and content, ignoring case and without wildcards', async () => {
    await makeArticle(site.ctx, { slug: 'in-title', title: 'Zebrafinch CAFÉ 100% sure' })
    await makeArticle(site.ctx, { slug: 'in-summary', summary: 'About the zebrafinch' })
    await makeArticle(site.ctx, { slug: 'in-content', content: 'The ZEBRAFINCH sings' })
    const searchSlugs = async (search: string) =>
      listSlugs((await site.call(null, listArticlesEndpoint, { query: { search } })).body).toSorted()
    expect(await searchSlugs('zebraFINCH')).toEqual(['in-content', 'in-summary', 'in-title'])
    expect(await searchSlugs('café')).toEqual(['in-title'])
    expect(await searchSlugs('Café 100%')).toEqual(['in-title'])
    expect(await searchSlugs('100_')).toEqual([])
    expect(await searchSlugs('fé')).toEqual(['in-title'])
    expect(await searchSlugs('0%')).toEqual(['in-title'])
    expect(await searchSlugs(`"zebra' or 1=1 --`)).toEqual([])
  })

  test('ART-12 category and search can be combined; an unknown category matches nothing', async () => {
    await makeArticle(site.ctx, { slug: 'quokka-solar', title: 'Quokka', categoryId: 2 })
    await makeArticle(site.ctx, { slug: 'quokka-ev', title: 'Quokka', categoryId: 1 })
    const listSlugsBy = async (query: object) => listSlugs((await site.call(null, listArticlesEndpoint, { query })).body)
    expect(await listSlugsBy({ search: 'quokka', category: 'solar-panels' })).toEqual(['quokka-solar'])
    expect(await listSlugsBy({ category: 'nowhere' })).toEqual([])
  })

  test('ART-16 ART-17 ART-18 cards have a plain-text snippet and no content', async () => {
    const contents = { exact: 'x'.repeat(120), longer: 'x'.repeat(121), marked: '## Title\n\nSome *text*' }
    for (const [slug, content] of Object.entries(contents))
      await makeArticle(site.ctx, { slug, title: 'Snippetcase', summary: null, content })
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

describe('rejects invalid input', () => {
  test('getting an article by an unknown slug returns 404', async () => {
    const { status, body } = await site.call(null, getArticleEndpoint, { params: { slug: 'nowhere' } })
    expect(status).toBe(404)
    expect(body).toEqual({ message: 'No such article.', code: 'article.not_found' })
  })
  test.each([{ page: 0 }, { page: 'x' }, { perPage: 101 }, { perPage: 0 }, { view: 'tiny' }, { search: 'x'.repeat(101) }])(
    'the list returns 400 for the query %o',
    async (query) => {
      const { status, body } = await site.call(null, listArticlesEndpoint, { query })
      expect(status).toBe(400)
      expect(body.code).toBe('input.invalid')
      expect(body.errors[0].path).toBe(Object.keys(query)[0])
    },
  )
  test('the list of a category returns 404 for an id that is not a number', async () => {
    expect((await site.call(null, articlesOfCategoryEndpoint, { params: { categoryId: 'x' } })).status).toBe(404)
  })
})
