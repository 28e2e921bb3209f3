/** Feeds before serialisation. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeArticle } from '#features/articles/article.factory.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, SiteSettings } from '#platform/contract/context.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { buildFeed, findLastChange } from './feed.service.ts'

const ORIGIN = 'https://green.example:8443'
let sites: TestSites
let ctx: Context
let settings: SiteSettings
beforeAll(async () => {
  sites = await openTestSites({ content: 'empty' })
  ctx = { db: sites.main.db, site: sites.main, viewer: null, log: { info() {}, warn() {}, error() {} } }
  Object.assign(ctx.site.settings, { name: 'Green Street', tagline: 'Warm homes', description: 'For all.' })
  settings = ctx.site.settings
})
afterAll(() => sites.close())
const ALL = { articles: true, expertAdvice: true, products: true, forums: true }
beforeEach(async () => {
  settings.features = { ...settings.features, ...ALL }
  for (const table of [
    'replies',
    'topics',
    'articles',
    'product_figures',
    'products',
    'expert_articles',
    'experts',
    'newsletter_issues',
    'gone_addresses',
  ] as const)
    await ctx.db.deleteFrom(table).execute()
})
const feed = (of: Parameters<typeof buildFeed>[2] = {}) => buildFeed(ctx, ORIGIN, of)
const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`
const about = { origin: ORIGIN, siteName: 'Green Street', language: 'en-GB' }
const setDate = (table: 'products', id: number, values: object) => ctx.db.updateTable(table).set(values).where('id', '=', id).execute()

describe('the site’s feed', () => {
  test('contains complete items, newest first', async () => {
    const article = await makeArticle(ctx, {
      slug: 'quiet',
      title: 'Quiet pumps',
      summary: null,
      content: `See [more](/articles).\n\n${'word '.repeat(80)}`,
      publishedAt: at(1),
      categoryId: 2,
      authorName: 'Ada Green',
    })
    await ctx.db
      .updateTable('articles')
      .set({ featured_image: '/art/roof.svg', changed_at: at(9) })
      .where('id', '=', article.id)
      .execute()
    const product = await makeProduct(ctx, { slug: 'kettle', name: 'Kettle', description: 'It <boils>.\n\n \n\nFast.', categoryId: null })
    await setDate('products', product.id, { created_at: at(3), changed_at: at(2) })
    const { id: expert } = await ctx.db
      .insertInto('experts')
      .values({ slug: 'ed-moss', name: 'Ed Moss', title: 'Heat', avatar_url: '', interest: '', bio: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: expertArticle } = await ctx.db
      .insertInto('expert_articles')
      .values({ expert_id: expert, title: 'From the expert', content: 'Short **words**.', published_at: at(2) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await makeTopic(ctx, { title: 'Not here' })
    const category = (await ctx.db.selectFrom('categories').select('name').where('id', '=', 2).executeTakeFirstOrThrow()).name
    const item = { image: undefined, category: undefined }
    const built = await feed()
    expect(built).toEqual({
      ...about,
      id: 'tag:green.example,2026:site',
      of: {},
      title: 'Green Street Warm homes',
      description: 'For all.',
      page: `${ORIGIN}/`,
      updatedAt: at(9),
      items: [
        {
          ...item,
          id: `tag:green.example,2026:product/${product.id}`,
          url: `${ORIGIN}/products/kettle`,
          title: 'Kettle',
          html: '<p>It &lt;boils&gt;.</p>\n<p>Fast.</p>',
          summary: 'It <boils>. Fast.',
          author: 'Green Street',
          publishedAt: at(3),
          updatedAt: at(3),
        },
        {
          ...item,
          id: `tag:green.example,2026:expert-article/${expertArticle}`,
          url: `${ORIGIN}/articles/expert/${expertArticle}`,
          title: 'From the expert',
          html: '<p>Short <strong>words</strong>.</p>\n',
          summary: 'Short words.',
          author: 'Ed Moss',
          publishedAt: at(2),
          updatedAt: at(2),
        },
        {
          id: `tag:green.example,2026:article/${article.id}`,
          url: `${ORIGIN}/articles/quiet`,
          title: 'Quiet pumps',
          html: expect.stringContaining(`<a href="${ORIGIN}/articles">more</a>`),
          summary: expect.stringMatching(/^See more\. (word )+\.\.\.$/),
          author: 'Ada Green',
          image: `${ORIGIN}/art/roof.svg`,
          category,
          publishedAt: at(1),
          updatedAt: at(9),
        },
      ],
    })
    expect(built.items[2]?.summary.length).toBeLessThanOrEqual(284)
    expect(built.items[2]?.summary.length).toBeGreaterThan(270)
    settings.tagline = ''
    expect((await feed()).title).toBe('Green Street')
    settings.tagline = 'Warm homes'
    await ctx.db.updateTable('articles').set({ featured_image: 'https://[', author_name: null, summary: 'In short' }).execute()
    expect((await feed()).items[2]).toMatchObject({ image: undefined, author: 'Unknown Author', summary: 'In short' })
  })

  test('has at most 30 items of enabled features, and topics only if the others are off', async () => {
    for (let n = 0; n < 31; n += 1) await makeArticle(ctx, { publishedAt: at(1 + (n % 28)) })
    const product = await makeProduct(ctx)
    await setDate('products', product.id, { created_at: at(31), changed_at: null })
    await makeTopic(ctx, { title: 'A question', createdAt: at(30) })
    const kinds = async (enabled: object) => {
      settings.features = { ...settings.features, articles: false, expertAdvice: false, products: false, forums: false, ...enabled }
      const { items } = await feed()
      return [items.length, [...new Set(items.map(({ id }) => id.replace(/.*:(.*)\/.*/, '$1')))]]
    }
    expect(await kinds(ALL)).toEqual([30, ['product', 'article']])
    expect(await kinds({ articles: true, forums: true })).toEqual([30, ['article']])
    expect(await kinds({ products: true, forums: true })).toEqual([1, ['product']])
    expect(await kinds({ expertAdvice: true, forums: true })).toEqual([0, []])
    expect(await kinds({ forums: true })).toEqual([1, ['topic']])
    expect(await kinds({})).toEqual([0, []])
  })

  test('uses the Unix epoch as the updated date when it is empty', async () => {
    const built = await feed()
    expect(built).toMatchObject({ items: [], updatedAt: '1970-01-01T00:00:00.000Z' })
    expect(await findLastChange(ctx, built)).toBe('1970-01-01T00:00:00.000Z')
    await ctx.db
      .insertInto('gone_addresses')
      .values({ kind: 'topic', subject_id: 1, key: '1', gone_at: at(5) })
      .execute()
    expect(await findLastChange(ctx, built)).toBe(at(5))
    expect(await findLastChange(ctx, { ...built, updatedAt: at(6) })).toBe(at(6))
  })
})

describe('the feed of a category', () => {
  test('has the articles, products and topics of enabled features', async () => {
    const row = await ctx.db.selectFrom('categories').selectAll().where('id', '=', 2).executeTakeFirstOrThrow()
    for (const categoryId of [1, 2]) {
      await makeArticle(ctx, { categoryId, publishedAt: at(1) })
      const product = await makeProduct(ctx, { categoryId })
      await setDate('products', product.id, { created_at: at(2) })
      await makeTopic(ctx, { categoryId, createdAt: at(3) })
    }
    const built = await feed({ category: row.slug })
    expect({ ...built, items: built.items.map(({ id }) => id.replace(/.*:(.*)\/.*/, '$1')) }).toEqual({
      ...about,
      id: 'tag:green.example,2026:category/2',
      of: { category: row.slug },
      title: `${row.name} | Green Street`,
      description: row.description,
      page: `${ORIGIN}/category/${row.slug}`,
      updatedAt: at(3),
      items: ['topic', 'product', 'article'],
    })
    settings.features = { ...settings.features, articles: false, products: false, forums: false }
    expect((await feed({ category: row.slug })).items).toEqual([])
    for (const category of ['nowhere', `${row.slug}\0`, row.slug.toUpperCase(), ''])
      await expect(feed({ category })).rejects.toMatchObject({ status: 404, code: 'category.not_found' })
  })
})

describe('the feed of a topic', () => {
  test('has the newest replies with links, and the topic itself', async () => {
    const member = await makeUser(ctx, { displayName: 'Bo Reed' })
    const topic = await makeTopic(ctx, { title: 'Peat?', content: 'Is **it** good?', createdAt: at(1), userId: member.id })
    const reply = (day: number, status: 'visible' | 'hidden' = 'visible') =>
      ctx.db
        .insertInto('replies')
        .values({ topic_id: topic, user_id: member.id, content: `Answer ${day}`, created_at: at(day), status })
        .returning('id')
        .executeTakeFirstOrThrow()
    const first = await reply(2)
    await reply(3, 'hidden')
    const second = await reply(4)
    const built = await feed({ topic: String(topic) })
    const item = { summary: '', author: 'Bo Reed', image: undefined, category: undefined }
    const replyItem = (id: number, day: number) => ({
      ...item,
      id: `tag:green.example,2026:reply/${id}`,
      url: `${ORIGIN}/forum/${topic}?reply=${id}#reply-${id}`,
      title: 'Bo Reed replied: Peat?',
      html: `<p>Answer ${day}</p>\n`,
      summary: `Answer ${day}`,
      publishedAt: at(day),
      updatedAt: at(day),
    })
    expect({ ...built, items: built.items.slice(0, 2) }).toEqual({
      ...about,
      id: `tag:green.example,2026:topic/${topic}/replies`,
      of: { topic },
      title: 'Peat? | Green Street',
      description: 'Is it good?',
      page: `${ORIGIN}/forum/${topic}`,
      updatedAt: at(4),
      items: [replyItem(second.id, 4), replyItem(first.id, 2)],
    })
    expect(built.items[2]).toMatchObject({ url: `${ORIGIN}/forum/${topic}`, title: 'Peat?', author: 'Bo Reed', publishedAt: at(1) })
    for (let n = 0; n < 49; n += 1) await reply(5)
    expect((await feed({ topic: String(topic) })).items).toHaveLength(30)
  })
  test('returns 404 for unknown and hidden topics and when forums are disabled', async () => {
    const hidden = await makeTopic(ctx, { status: 'hidden' })
    for (const topic of ['0', 'x', '']) await expect(feed({ topic })).rejects.toMatchObject({ status: 404, code: 'page.not_found' })
    for (const topic of ['999999', String(hidden)])
      await expect(feed({ topic })).rejects.toMatchObject({ status: 404, code: 'topic.not_found' })
    const topic = String(await makeTopic(ctx))
    settings.features = { ...settings.features, forums: false }
    await expect(feed({ topic })).rejects.toMatchObject({ status: 404, code: 'page.not_found' })
  })
})

test('the feed of the newsletter has the sent issues', async () => {
  const issue = { subject: 'June', intro: 'Hello **all**.', entries: '[]', audience: '[]', rate: 60, created_at: at(1), changed_at: at(1) }
  const { id } = await ctx.db
    .insertInto('newsletter_issues')
    .values({ ...issue, state: 'sent', started_at: at(2) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('newsletter_issues')
    .values({ ...issue, subject: 'Draft', state: 'draft' })
    .execute()
  expect(await feed({ newsletter: true })).toEqual({
    ...about,
    id: 'tag:green.example,2026:newsletter',
    of: { newsletter: true },
    title: 'Newsletter | Green Street',
    description: '',
    page: `${ORIGIN}/newsletter`,
    updatedAt: at(2),
    items: [
      {
        id: `tag:green.example,2026:newsletter/${id}`,
        url: `${ORIGIN}/newsletter/${id}`,
        title: 'June',
        html: '<p>Hello <strong>all</strong>.</p>\n',
        summary: 'Hello all.',
        author: 'Green Street',
        image: undefined,
        category: undefined,
        publishedAt: at(2),
        updatedAt: at(2),
      },
    ],
  })
})

test('the feed of reference values belongs to the page /today', async () => {
  expect(await feed({ figures: true })).toMatchObject({
    ...about,
    id: 'tag:green.example,2026:figures',
    of: { figures: true },
    title: 'Prices and rules today | Green Street',
    description: '',
    page: `${ORIGIN}/today`,
  })
})
