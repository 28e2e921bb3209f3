/** Tests reference values in texts: rendering, cache invalidation, search and dependents. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshArticleSearchTexts } from '#features/articles/editing/article-editing.service.ts'
import { createArticleEndpoint, previewArticleEndpoint } from '#features/articles/editing/article-editing.contract.ts'
import { getArticleEndpoint, listArticlesEndpoint } from '#features/articles/article.contract.ts'
import { saveProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { getProductEndpoint, listProductsEndpoint } from '#features/products/product.contract.ts'
import { compareProductsEndpoint } from '#features/products/specifications/product-spec.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as editing from '#features/figures/editing/figure-editing.contract.ts'
import { makeReferenceValue, newReferenceValueForm } from '#features/figures/figure.factory.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

const addValue = (id: number, overrides: object = {}) =>
  site.call(admin, editing.addReferenceValueEndpoint, { params: { id }, body: newReferenceValueForm(overrides) })

describe('reference values in texts', () => {
  const createText = (key: string) =>
    `A unit costs {{${key}}}, {{${key}|prices}}; 200 of them {{= 200 * ${key} / 100 | £}}. {{if ${key} < 11}}That is cheap.{{else}}That is dear.{{end}}`
  const createArticle = async (content: string) =>
    (
      await site.call(admin, createArticleEndpoint, {
        body: { title: `Guide ${content.length} ${Math.random()}`, content, authorName: 'Ada', categoryId: 1 },
      })
    ).body as { slug: string; title: string }
  const getArticle = async (slug: string) => (await site.call(null, getArticleEndpoint, { params: { slug } })).body

  test('a changed value invalidates the cached page, list, product and feed', async () => {
    const { key, id } = await makeReferenceValue(site.ctx)
    const { slug } = await createArticle(createText(key))
    const product = {
      name: 'A pump',
      slug: `pump-${id}`,
      categoryId: 4,
      price: '£1',
      description: `It saves at {{${key}}} a unit.`,
      image: '',
      features: '',
      technicalSpecs: `Price: {{${key}}}`,
    }
    expect((await site.call(admin, saveProductEndpoint, { body: product })).status).toBe(201)
    const readEverywhere = async () => {
      const list = (await site.call(null, listArticlesEndpoint, { query: { view: 'card', search: 'Guide' } })).body as {
        slug: string
        snippet: string
      }[]
      const productDetail = (await site.call(null, getProductEndpoint, { params: { slug: product.slug } })).body
      const compared = (await site.call(null, compareProductsEndpoint, { query: { p: product.slug } })).body as { technicalSpecs: string }[]
      const feed = (await site.app.inject({ url: '/feed.json' })).json() as { items: { url: string; content_html: string }[] }
      const article = await getArticle(slug)
      return {
        page: article.contentHtml as string,
        markdown: article.content as string,
        card: list.find((article) => article.slug === slug)?.snippet ?? '',
        product: `${productDetail.description} ${productDetail.technicalSpecs} ${productDetail.snippet}`,
        compared: compared[0]?.technicalSpecs,
        feed: feed.items.find(({ url }) => url.endsWith(slug))?.content_html ?? '',
      }
    }
    // The second call reads from the cache.
    await readEverywhere()
    const before = await readEverywhere()
    expect(before.page).toContain(
      `<a href="/today/${key}" title="since January 2025">10p</a>, prices since January 2025; 200 of them £20. That is cheap.`,
    )
    expect(before.card).toBe('A unit costs 10p, prices since January 2025; 200 of them £20. That is cheap.')
    expect(before.product).toBe('It saves at 10p a unit. Price: 10p It saves at 10p a unit.')
    expect(before.compared).toBe('Price: 10p')
    await addValue(id)
    const after = await readEverywhere()
    expect(after.page).toContain('200 of them £25. That is dear.')
    expect(after.card).toBe('A unit costs 12.5p, prices since June 2026; 200 of them £25. That is dear.')
    expect(after.product).toBe('It saves at 12.5p a unit. Price: 12.5p It saves at 12.5p a unit.')
    for (const shownText of Object.values({ ...before, ...after })) expect(shownText).not.toMatch(/\{\{|\}\}/)
    // The back office edits the text in which reference values are not resolved.
    const adminProducts = (await site.call(admin, listProductsEndpoint, { query: { view: 'full', perPage: 100 } })).body as {
      slug: string
      description: string
    }[]
    expect(adminProducts.find((candidate) => candidate.slug === product.slug)?.description).toBe(product.description)
  })

  test('search finds articles by the resolved text, before and after a change', async () => {
    const { key, id } = await makeReferenceValue(site.ctx, { value: 77.31 })
    const { slug } = await createArticle(`It costs {{${key}}}.`)
    const isFound = async (search: string) =>
      ((await site.call(null, listArticlesEndpoint, { query: { search } })).body as { slug: string }[]).some(
        (article) => article.slug === slug,
      )
    expect(await isFound('77.31p')).toBe(true)
    expect(await isFound(key)).toBe(false)
    await addValue(id, { value: 78.64 })
    await refreshArticleSearchTexts(site.ctx)
    site.caches.invalidate(site.ctx.site.id, ['articles'])
    expect(await isFound('77.31p')).toBe(false)
    expect(await isFound('78.64p')).toBe(true)
  })

  test('the preview lists dependents, and a text whose condition no longer holds is a problem', async () => {
    const { key, id } = await makeReferenceValue(site.ctx)
    const { slug, title } = await createArticle(createText(key))
    const previewUses = (value: number | null) =>
      site.call(admin, editing.previewReferenceValueEndpoint, { params: { id }, body: { value } })
    const condition = `${key} < 11`
    expect((await previewUses(12)).body.uses).toEqual([
      { kind: 'article', title, path: `/articles/${slug}`, sentences: [{ condition, holds: true, holdsAfter: false }], problems: [] },
    ])
    const isProblem = async () =>
      ((await site.call(admin, editing.listReferenceValueProblemsEndpoint)).body as { path: string }[]).some(
        ({ path }) => path === `/articles/${slug}`,
      )
    expect(await isProblem()).toBe(false)
    await addValue(id)
    expect(await isProblem()).toBe(true)
  })

  test('newsletter issues are dependents, by their introduction or an entry', async () => {
    const { key, id } = await makeReferenceValue(site.ctx)
    const entry = { kind: 'note', title: 'A note', text: `It is {{${key}}}.`, path: '/' }
    const defaults = { audience: '[]', rate: 60, created_at: '2026-01-01T00:00:00.000Z', changed_at: '2026-01-01T00:00:00.000Z' }
    const insertIssue = (subject: string, state: 'draft' | 'sent', intro: string, entries: object[]) =>
      site.ctx.db
        .insertInto('newsletter_issues')
        .values({
          ...defaults,
          subject,
          state,
          started_at: state === 'sent' ? defaults.created_at : null,
          intro,
          entries: JSON.stringify(entries),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const draft = await insertIssue('A draft', 'draft', 'Hello', [entry])
    const sent = await insertIssue('One that went out', 'sent', `{{if ${key} < 11}}Cheap.{{else}}Dear.{{end}}`, [])
    await insertIssue('Another', 'draft', 'Nothing of the kind', [])
    const { uses } = (await site.call(admin, editing.getReferenceValueEntryEndpoint, { params: { id } })).body
    expect(uses).toMatchObject([
      { kind: 'newsletter issue', title: 'A draft', path: `/admin/newsletter-issues?open=${draft.id}` },
      { kind: 'newsletter issue', title: 'One that went out', path: `/newsletter/${sent.id}`, sentences: [{ holds: true }] },
    ])
  })

  test('tools are dependents of the values that their examples use', async () => {
    const { id } = await site.ctx.db.selectFrom('figures').select('id').where('key', '=', 'cap.electricity').executeTakeFirstOrThrow()
    const { uses } = (await site.call(admin, editing.getReferenceValueEntryEndpoint, { params: { id } })).body
    expect(uses.filter(({ kind }: { kind: string }) => kind === 'tool').map(({ path }: { path: string }) => path)).toContain(
      '/tools/heat-pump',
    )
  })

  test('the article preview reports unknown keys, and readers see a placeholder', async () => {
    const content = 'It costs {{no.such-key}}.'
    const { body } = await site.call(admin, previewArticleEndpoint, { body: { content } })
    expect(body.problems).toEqual(['There is no figure “no.such-key”.'])
    expect(body.html).toContain('<strong>[no figure “no.such-key”]</strong>')
    const { slug } = await createArticle(content)
    expect((await getArticle(slug)).contentHtml).toContain('It costs not known yet.')
  })
})
