/** Tests feeds before their serialisation. */
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
const ALL_FEATURES = { articles: true, expertAdvice: true, products: true, forums: true }
beforeEach(async () => {
  settings.features = { ...settings.features, ...ALL_FEATURES }
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
const build = (subject: Parameters<typeof buildFeed>[2] = {}) => buildFeed(ctx, ORIGIN, subject)
const makeMarchTime = (day: number) => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`
const siteProperties = { origin: ORIGIN, siteName: 'Green Street', language: 'en-GB' }
const setColumns = (table: 'products', id: number, values: object) => ctx.db.updateTable(table).set(values).where('id', '=', id).execute()

describe('the site’s feed', () => {
  test('contains complete items, newest first', async () => {
    const article = await makeArticle(ctx, {
      slug: 'quiet',
      title: 'Quiet pumps',
      summary: null,
      content: `See [more](/articles).\n\n${'word '.repeat(80)}`,
      publishedAt: makeMarchTime(1),
      categoryId: 2,
      authorName: 'Ada Green',
    })
    await ctx.db
      .updateTable('articles')
      .set({ featured_image: '/art/roof.svg', changed_at: makeMarchTime(9) })
      .where('id', '=', article.id)
      .execute()
    const product = await makeProduct(ctx, { slug: 'kettle', name: 'Kettle', description: 'It <boils>.\n\n \n\nFast.', categoryId: null })
    await setColumns('products', product.id, { created_at: makeMarchTime(3), changed_at: makeMarchTime(2) })
    const { id: expert } = await ctx.db
      .insertInto('experts')
      .values({ slug: 'ed-moss', name: 'Ed Moss', title: 'Heat', avatar_url: '', interest: '', bio: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: expertArticle } = await ctx.db
      .insertInto('expert_articles')
      .values({ expert_id: expert, title: 'From the expert', content: 'Short **words**.', published_at: makeMarchTime(2) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await makeTopic(ctx, { title: 'Not here' })
    const category = (await ctx.db.selectFrom('categories').select('name').where('id', '=', 2).executeTakeFirstOrThrow()).name
    const item = { image: undefined, category: undefined }
    const built = await build()
    expect(built).toEqual({
      ...siteProperties,
      id: 'tag:green.example,2026:site',
      subject: {},
      title: 'Green Street Warm homes',
      description: 'For all.',
      page: `${ORIGIN}/`,
      updatedAt: makeMarchTime(9),
      items: [
        {
          ...item,
          id: `tag:green.example,2026:product/${product.id}`,
          url: `${ORIGIN}/products/kettle`,
          title: 'Kettle',
          html: '<p>It &lt;boils&gt;.</p>\n<p>Fast.</p>',
          summary: 'It <boils>. Fast.',
          author: 'Green Street',
          publishedAt: makeMarchTime(3),
          updatedAt: makeMarchTime(3),
        },
        {
          ...item,
          id: `tag:green.example,2026:expert-article/${expertArticle}`,
          url: `${ORIGIN}/articles/expert/${expertArticle}`,
          title: 'From the expert',
          html: '<p>Short <strong>words</strong>.</p>\n',
          summary: 'Short words.',
          author: 'Ed Moss',
          publishedAt: makeMarchTime(2),
          updatedAt: makeMarchTime(2),
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
          publishedAt: makeMarchTime(1),
          updatedAt: makeMarchTime(9),
        },
      ],
    })
    expect(built.items[2]?.summary.length).toBeLessThanOrEqual(284)
    expect(built.items[2]?.summary.length).toBeGreaterThan(270)
    settings.tagline = ''
    expect((await build()).title).toBe('Green Street')
    settings.tagline = 'Warm homes'
    await ctx.db.updateTable('articles').set({ featured_image: 'https://[', author_name: null, summary: 'In short' }).execute()
    expect((await build()).items[2]).toMatchObject({ image: undefined, author: 'Unknown Author', summary: 'In short' })
  })

  test('has at most 30 items of enabled features, and topics only if the other features are off', async () => {
    for (let n = 0; n < 31; n += 1) await makeArticle(ctx, { publishedAt: makeMarchTime(1 + (n % 28)) })
    const product = await makeProduct(ctx)
    await setColumns('products', product.id, { created_at: makeMarchTime(31), changed_at: null })
    await makeTopic(ctx, { title: 'A question', createdAt: makeMarchTime(30) })
    const listKinds = async (enabled: object) => {
      settings.features = { ...settings.features, articles: false, expertAdvice: false, products: false, forums: false, ...enabled }
      const { items } = await build()
      return [items.length, [...new Set(items.map(({ id }) => id.replace(/.*:(.*)\/.*/, '$1')))]]
    }
    expect(await listKinds(ALL_FEATURES)).toEqual([30, ['product', 'article']])
    expect(await listKinds({ articles: true, forums: true })).toEqual([30, ['article']])
    expect(await listKinds({ products: true, forums: true })).toEqual([1, ['product']])
    expect(await listKinds({ expertAdvice: true, forums: true })).toEqual([0, []])
    expect(await listKinds({ forums: true })).toEqual([1, ['topic']])
    expect(await listKinds({})).toEqual([0, []])
  })

  test('has the Unix epoch as its updated date if it is empty', async () => {
    const built = await build()
    expect(built).toMatchObject({ items: [], updatedAt: '1970-01-01T00:00:00.000Z' })
    expect(await findLastChange(ctx, built)).toBe('1970-01-01T00:00:00.000Z')
    await ctx.db
      .insertInto('gone_addresses')
      .values({ kind: 'topic', subject_id: 1, key: '1', gone_at: makeMarchTime(5) })
      .execute()
    expect(await findLastChange(ctx, built)).toBe(makeMarchTime(5))
    expect(await findLastChange(ctx, { ...built, updatedAt: makeMarchTime(6) })).toBe(makeMarchTime(6))
  })
})

describe('the feed of a category', () => {
  test('has the articles, products and topics of the category if these features are enabled, and returns 404 for unknown categories', async () => {
    const row = await ctx.db.selectFrom('categories').selectAll().where('id', '=', 2).executeTakeFirstOrThrow()
    for (const categoryId of [1, 2]) {
      await makeArticle(ctx, { categoryId, publishedAt: makeMarchTime(1) })
      const product = await makeProduct(ctx, { categoryId })
      await setColumns('products', product.id, { created_at: makeMarchTime(2) })
      await makeTopic(ctx, { categoryId, createdAt: makeMarchTime(3) })
    }
    const built = await build({ category: row.slug })
    expect({ ...built, items: built.items.map(({ id }) => id.replace(/.*:(.*)\/.*/, '$1')) }).toEqual({
      ...siteProperties,
      id: 'tag:green.example,2026:category/2',
      subject: { category: row.slug },
      title: `${row.name} | Green Street`,
      description: row.description,
      page: `${ORIGIN}/category/${row.slug}`,
      updatedAt: makeMarchTime(3),
      items: ['topic', 'product', 'article'],
    })
    settings.features = { ...settings.features, articles: false, products: false, forums: false }
    expect((await build({ category: row.slug })).items).toEqual([])
    for (const category of ['nowhere', `${row.slug}\0`, row.slug.toUpperCase(), ''])
      await expect(build({ category })).rejects.toMatchObject({ status: 404, code: 'category.not_found' })
  })
})

describe('the feed of a topic', () => {
  test('has the newest visible replies with links, and the topic itself', async () => {
    const member = await makeUser(ctx, { displayName: 'Bo Reed' })
    const topic = await makeTopic(ctx, { title: 'Peat?', content: 'Is **it** good?', createdAt: makeMarchTime(1), userId: member.id })
    const insertReply = (day: number, status: 'visible' | 'hidden' = 'visible') =>
      ctx.db
        .insertInto('replies')
        .values({ topic_id: topic, user_id: member.id, content: `Answer ${day}`, created_at: makeMarchTime(day), status })
        .returning('id')
        .executeTakeFirstOrThrow()
    const first = await insertReply(2)
    await insertReply(3, 'hidden')
    const second = await insertReply(4)
    const built = await build({ topic: String(topic) })
    const item = { summary: '', author: 'Bo Reed', image: undefined, category: undefined }
    const makeReplyItem = (id: number, day: number) => ({
      ...item,
      id: `tag:green.example,2026:reply/${id}`,
      url: `${ORIGIN}/forum/${topic}?reply=${id}#reply-${id}`,
      title: 'Bo Reed replied: Peat?',
      html: `<p>Answer ${day}</p>\n`,
      summary: `Answer ${day}`,
      publishedAt: makeMarchTime(day),
      updatedAt: makeMarchTime(day),
    })
    expect({ ...built, items: built.items.slice(0, 2) }).toEqual({
      ...siteProperties,
      id: `tag:green.example,2026:topic/${topic}/replies`,
      subject: { topic },
      title: 'Peat? | Green Street',
      description: 'Is it good?',
      page: `${ORIGIN}/forum/${topic}`,
      updatedAt: makeMarchTime(4),
      items: [makeReplyItem(second.id, 4), makeReplyItem(first.id, 2)],
    })
    expect(built.items[2]).toMatchObject({
      url: `${ORIGIN}/forum/${topic}`,
      title: 'Peat?',
      author: 'Bo Reed',
      publishedAt: makeMarchTime(1),
    })
    for (let n = 0; n < 49; n += 1) await insertReply(5)
    expect((await build({ topic: String(topic) })).items).toHaveLength(30)
  })
  test('returns 404 for unknown and hidden topics, and if forums are disabled', async () => {
    const hiddenTopicId = await makeTopic(ctx, { status: 'hidden' })
    for (const topic of ['0', 'x', '']) await expect(build({ topic })).rejects.toMatchObject({ status: 404, code: 'page.not_found' })
    for (const topic of ['999999', String(hiddenTopicId)])
      await expect(build({ topic })).rejects.toMatchObject({ status: 404, code: 'topic.not_found' })
    const topic = String(await makeTopic(ctx))
    settings.features = { ...settings.features, forums: false }
    await expect(build({ topic })).rejects.toMatchObject({ status: 404, code: 'page.not_found' })
  })
})

test('the feed of the newsletter has the sent issues', async () => {
  const issue = {
    subject: 'June',
    intro: 'Hello **all**.',
    entries: '[]',
    audience: '[]',
    rate: 60,
    created_at: makeMarchTime(1),
    changed_at: makeMarchTime(1),
  }
  const { id } = await ctx.db
    .insertInto('newsletter_issues')
    .values({ ...issue, state: 'sent', started_at: makeMarchTime(2) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('newsletter_issues')
    .values({ ...issue, subject: 'Draft', state: 'draft' })
    .execute()
  expect(await build({ newsletter: true })).toEqual({
    ...siteProperties,
    id: 'tag:green.example,2026:newsletter',
    subject: { newsletter: true },
    title: 'Newsletter | Green Street',
    description: '',
    page: `${ORIGIN}/newsletter`,
    updatedAt: makeMarchTime(2),
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
        publishedAt: makeMarchTime(2),
        updatedAt: makeMarchTime(2),
      },
    ],
  })
})

test('the feed of reference values belongs to the page /today', async () => {
  expect(await build({ figures: true })).toMatchObject({
    ...siteProperties,
    id: 'tag:green.example,2026:figures',
    subject: { figures: true },
    title: 'Prices and rules today | Green Street',
    description: '',
    page: `${ORIGIN}/today`,
  })
})
