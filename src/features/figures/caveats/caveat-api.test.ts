/** Tests caveats through the API: on products, tools, articles, in the preview, the search and the feed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createArticleEndpoint, previewArticleEndpoint } from '#features/articles/editing/article-editing.contract.ts'
import { getArticleEndpoint, listArticlesEndpoint } from '#features/articles/article.contract.ts'
import { saveProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { getProductEndpoint, listProductsEndpoint } from '#features/products/product.contract.ts'
import { getToolFormEndpoint, runToolEndpoint } from '#features/tools/tool.contract.ts'
import { listReferenceValueProblemsEndpoint, type ReferenceValueUse } from '#features/figures/editing/figure-editing.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { features } from '#app/features.ts'
import { collectSources, indexChanges } from '#features/search/indexing/search-index.service.ts'
import { searchEndpoint, type SearchAnswer } from '#features/search/search.contract.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

describe('a caveat in a product’s description', () => {
  const description = 'It hums.\n\n{{caveat:r290-clearance}}\n\n{{caveat:no-such}}\n\nQuietly.'
  const form = { name: 'A pump', slug: 'hummer', categoryId: 4, price: '£1', description, image: '', features: '', technicalSpecs: '' }
  beforeAll(async () => {
    await site.call(admin, saveProductEndpoint, { body: form })
  })
  const getProduct = async () => (await site.call(null, getProductEndpoint, { params: { slug: 'hummer' } })).body

  test('is returned beside the description, and an unknown one is left out', async () => {
    const { description: shown, caveats, snippet } = await getProduct()
    expect(shown).toBe('It hums.\n\nQuietly.')
    expect(snippet).toBe('It hums. Quietly.')
    expect(caveats).toMatchObject([{ key: 'r290-clearance', title: expect.stringContaining('R290'), source: { publisher: 'Vaillant' } }])
  })

  test('stays as a placeholder in the list from which administrators edit, and is not part of cards', async () => {
    const { body: list } = await site.call(admin, listProductsEndpoint, { query: { search: 'hums' } })
    expect(list[0].description).toBe(description)
    const { body: cards } = await site.call(null, listProductsEndpoint, { query: { search: 'hums', view: 'card' } })
    expect(cards[0].caveats).toBeUndefined()
    expect(cards[0].snippet).toBe('It hums. Quietly.')
  })

  test('is found by the search and is plain text in the feed', async () => {
    await indexChanges(
      site.ctx,
      collectSources(() => features),
    )
    const { results } = (await site.call(null, searchEndpoint, { query: { q: 'protective zone' } })).body as SearchAnswer
    expect(results[0]?.url).toBe('/products/hummer')
    const { items } = (await site.app.inject({ url: '/feed.json' })).json() as { items: { url: string; content_html: string }[] }
    const html = items.find(({ url }) => url.endsWith('/products/hummer'))?.content_html
    expect(html).toContain('<p>Propane (R290) needs clear space around the unit. R290 burns')
    expect(html).not.toContain('{{')
  })
})

describe('a caveat in an article', () => {
  test('is a box in the article and in the feed, and no part of the card', async () => {
    const content = `First words of the guide.\n\n{{caveat:hot-water-60}}\n\n${'More words. '.repeat(10)}`
    const { body: article } = await site.call(admin, createArticleEndpoint, {
      body: { title: 'Cool water', content, authorName: 'Ada', categoryId: 4 },
    })
    const { contentHtml } = (await site.call(null, getArticleEndpoint, { params: { slug: article.slug } })).body
    expect(contentHtml).toContain('<div class="callout" role="note">\n<p><strong>Keep stored hot water at 60')
    const { items } = (await site.app.inject({ url: '/feed.json' })).json() as { items: { url: string; content_html: string }[] }
    expect(items.find(({ url }) => url.endsWith(article.slug))?.content_html).toContain('<strong>Keep stored hot water at 60')
    const { body: cards } = await site.call(null, listArticlesEndpoint, { query: { view: 'card', search: 'legionella' } })
    expect(cards).toMatchObject([{ slug: article.slug }])
    expect(cards[0].snippet).not.toContain('CAUTION')
  })

  test('is reported in the preview if its key is unknown', async () => {
    const { body } = await site.call(admin, previewArticleEndpoint, { body: { content: 'Words.\n\n{{caveat:no-such}}' } })
    expect(body.problems).toEqual(['There is no caveat “no-such”.'])
    expect(body.html).toContain('[There is no caveat “no-such”.]')
  })

  test('is in the list of texts that need fixing only if its key is unknown', async () => {
    const createArticle = (title: string, key: string) =>
      site.call(admin, createArticleEndpoint, { body: { title, content: `Words.\n\n{{caveat:${key}}}`, authorName: 'Ada', categoryId: 4 } })
    await createArticle('A known caveat', 'hot-water-60')
    await createArticle('An unknown caveat', 'no-such')
    const uses = (await site.call(admin, listReferenceValueProblemsEndpoint)).body as ReferenceValueUse[]
    const problemsOf = (wanted: string) => uses.filter(({ title }) => title === wanted).map(({ problems }) => problems)
    expect(problemsOf('A known caveat')).toEqual([])
    expect(problemsOf('An unknown caveat')).toEqual([['There is no caveat “no-such”.']])
  })
})

describe('the caveats of a tool', () => {
  const query = { house: '45', charger: '32', fuse: '60' }

  test('are in the result and in the form, with the numbers of the result in the title', async () => {
    const expected = [
      {
        key: 'main-fuse',
        isSpecific: true,
        title: '77 A on a 60 A fuse: not without the network operator',
        text: expect.stringContaining('60 A'),
      },
    ]
    expect((await site.call(null, runToolEndpoint, { params: { tool: 'supply' }, query })).body.caveats).toMatchObject(expected)
    expect((await site.call(null, getToolFormEndpoint, { params: { tool: 'supply' }, query })).body.answer.caveats).toMatchObject(expected)
  })

  test('are an empty list if none applies', async () => {
    const { body } = await site.call(null, runToolEndpoint, {
      params: { tool: 'supply' },
      query: { house: '20', charger: '32', fuse: '100' },
    })
    expect(body.caveats).toEqual([])
  })
})
