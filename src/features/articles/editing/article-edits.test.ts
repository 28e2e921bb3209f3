/** What an edit of an article writes down: in its row, in the log, for its old addresses; and when it appears. */
import { beforeEach, describe, expect, test } from 'vitest'
import { addUpload, at, categories, ctx, DAY_MS, entries, goTo, useEditorFixture } from '#tests/support/editor-fixture.ts'
import * as editing from './article-editing.service.ts'

useEditorFixture()
beforeEach(async () => {
  for (const table of ['articles', 'old_slugs', 'gone_addresses'] as const) await ctx.db.deleteFrom(table).execute()
})
const form = (over: object = {}) => ({
  title: 'A warm attic',
  content: 'Some words.',
  summary: 'What it says.' as string | null,
  featuredImage: 'https://example.org/a.jpg' as string | null,
  imageAlt: 'An attic' as string | null,
  authorName: 'Ada Green',
  categoryId: categories[0]?.id ?? 0,
  rating: null,
  status: 'published' as 'draft' | 'scheduled' | 'published',
  ...over,
})
const create = (over: object = {}) => editing.createArticle(ctx, form(over) as never)
const make = async (over: object = {}) => {
  const article = await create(over)
  await ctx.db.deleteFrom('audit_entries').execute()
  return article
}
const rowOf = (id: number) => ctx.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst()
const oldSlugs = async () =>
  (await ctx.db.selectFrom('old_slugs').select(['slug', 'subject_id']).orderBy('slug').execute()).map((row) => [row.slug, row.subject_id])
const tombstones = async () =>
  (await ctx.db.selectFrom('gone_addresses').select(['kind', 'key']).orderBy('key').execute()).map((row) => [row.kind, row.key])
const TAKEN = 'Another article already has this slug'
const taken = { status: 409, code: 'article.slug_taken', message: TAKEN, errors: [{ path: 'slug', message: TAKEN }] }

describe('written', () => {
  test('the log has all but the text itself', async () => {
    const { id, slug, publishedAt } = await create()
    expect([slug, publishedAt]).toEqual(['a-warm-attic', at(0)])
    const { content: _, ...after } = form({ slug, publishedAt, authorId: null, checkedOn: null }) as ReturnType<typeof form>
    expect(await entries()).toEqual([['article.create', 'article', id, 'A warm attic', null, after]])
    expect(await rowOf(id)).toMatchObject({
      search_text: 'a warm attic\nwhat it says. some words.',
      changed_at: at(0),
      author_name: 'Ada Green',
    })
    expect((await rowOf((await create({ summary: null })).id))?.search_text).toBe('a warm attic\nsome words.')
  })

  test('under the next free address: not one that is taken, was, or is not to be had', async () => {
    const slugs: string[] = []
    for (let n = 0; n < 3; n++) slugs.push((await create()).slug)
    expect(slugs).toEqual(['a-warm-attic', 'a-warm-attic-2', 'a-warm-attic-3'])
    await ctx.db.insertInto('old_slugs').values({ kind: 'article', slug: 'a-warm-attic-4', subject_id: 1 }).execute()
    expect((await create()).slug).toBe('a-warm-attic-5')
    expect((await create({ title: 'Featured' })).slug).toBe('featured-2')
    expect([(await create({ title: '!!!' })).slug, (await create({ title: '???' })).slug]).toEqual(['article', 'article-2'])
    expect((await create({ title: 'x'.repeat(200) })).slug).toBe('x'.repeat(110))
    expect((await create({ title: `${'y'.repeat(109)} z` })).slug).toBe('y'.repeat(109))
  })

  test('under a given one that led elsewhere or is gone; never under one that is taken', async () => {
    const { id } = await create({ slug: 'here' })
    await editing.changeArticle(ctx, id, { slug: 'there' } as never)
    await ctx.db
      .insertInto('gone_addresses')
      .values({ kind: 'article', key: 'here', subject_id: 1, gone_at: at(0) })
      .execute()
    expect(await oldSlugs()).toEqual([['here', id]])
    await create({ slug: 'here' })
    expect([await oldSlugs(), await tombstones()]).toEqual([[], []])
    await expect(create({ slug: 'here' })).rejects.toMatchObject(taken)
  })

  test.each<[object, string, string]>([
    [{ categoryId: 77_777 }, 'categoryId', 'No such category.'],
    [{ authorId: 77_777 }, 'authorId', 'No such expert.'],
    [{ status: 'scheduled' }, 'publishedAt', 'A scheduled article needs a date and time in the future'],
    [{ status: 'scheduled', publishedAt: at(0) }, 'publishedAt', 'A scheduled article needs a date and time in the future'],
  ])('not with %j', async (over, path, message) => {
    const told = { status: 400, message, errors: [{ path, message }] }
    await expect(create(over)).rejects.toMatchObject(told)
    const { id } = await make({ status: 'draft' })
    await expect(editing.changeArticle(ctx, id, over as never)).rejects.toMatchObject(told)
    expect(await entries()).toEqual([])
  })
})

describe('changed', () => {
  test('what is the same is no change; what is another stands in the log, before and after', async () => {
    const { id } = await make()
    goTo(5000)
    await editing.changeArticle(ctx, id, { title: 'A warm attic', authorId: null } as never)
    expect([await entries(), (await rowOf(id))?.changed_at]).toEqual([[], at(0)])
    await editing.changeArticle(ctx, id, { title: 'A cold attic', content: 'Brr.', summary: null } as never)
    const [before, after] = [
      { title: 'A warm attic', content: 'Some words.', summary: 'What it says.' },
      { title: 'A cold attic', content: 'Brr.', summary: null },
    ]
    expect(await entries()).toEqual([['article.edit', 'article', id, 'A cold attic', before, after]])
    expect(await rowOf(id)).toMatchObject({
      changed_at: at(5000),
      search_text: 'a cold attic\nbrr.',
      slug: 'a-warm-attic',
      published_at: at(0),
    })
  })

  test.each<[string, object, string | null]>([
    ['another picture alone', { featuredImage: 'https://example.org/b.jpg' }, null],
    ['the same picture', { featuredImage: 'https://example.org/a.jpg' }, 'An attic'],
    ['another with a description', { featuredImage: 'https://example.org/b.jpg', imageAlt: 'New' }, 'New'],
    ['a description alone', { imageAlt: 'New' }, 'New'],
    ['no picture any more', { featuredImage: null }, null],
    ['something else', { title: 'Other' }, 'An attic'],
  ])('%s', async (_what, change, imageAlt) => {
    const { id } = await make()
    expect(await editing.changeArticle(ctx, id, change as never)).toMatchObject({ ...change, imageAlt })
  })

  test('an upload for a picture is described as its maker has', async () => {
    const featuredImage = await addUpload('From the road')
    const { id, imageAlt } = await make({ featuredImage, imageAlt: null })
    expect(imageAlt).toBe('From the road')
    await editing.changeArticle(ctx, id, { featuredImage: 'https://example.org/b.jpg' } as never)
    expect((await editing.changeArticle(ctx, id, { featuredImage } as never)).imageAlt).toBe('From the road')
  })

  test.each<[string, object, object, string]>([
    ['a draft that is published', { status: 'draft' }, { status: 'published' }, 'article.publish'],
    ['one that waited', { status: 'scheduled', publishedAt: at(DAY_MS) }, { status: 'published' }, 'article.publish'],
    ['one that is published', {}, { status: 'published', title: 'Other' }, 'article.edit'],
    ['one that is taken back', {}, { status: 'draft' }, 'article.edit'],
  ])('%s is noted as that', async (_what, over, change, action) => {
    const { id } = await make(over)
    const changed = await editing.changeArticle(ctx, id, change as never)
    expect((await entries()).map(([done]) => done)).toEqual([action])
    expect(changed.publishedAt).toBe(at(0))
  })

  test('another slug: the old one leads to it; nothing of what is not there, or under a slug that is taken', async () => {
    const [first, second] = [await make({ slug: 'first' }), await make({ slug: 'second' })]
    await editing.changeArticle(ctx, first.id, { title: 'Same address' } as never)
    expect(await oldSlugs()).toEqual([])
    await editing.changeArticle(ctx, first.id, { slug: 'third' } as never)
    expect(await oldSlugs()).toEqual([['first', first.id]])
    await expect(editing.changeArticle(ctx, second.id, { slug: 'third', title: 'Lost' } as never)).rejects.toMatchObject(taken)
    expect(await rowOf(second.id)).toMatchObject({ slug: 'second', title: 'A warm attic' })
    for (const call of [
      () => editing.changeArticle(ctx, 77_777, {} as never),
      () => editing.getArticleDraft(ctx, 77_777),
      () => editing.deleteArticle(ctx, 77_777),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404, code: 'article.not_found' })
  })
})

test.each([
  [
    'published',
    [
      ['article', 'kept'],
      ['article', 'kept-before'],
    ],
  ],
  ['draft', []],
] as const)(
  'deleted when it is %s: the log keeps it whole, and its addresses say so only where it was to be read',
  async (status, left) => {
    const { id } = await make({ slug: 'kept-before', status })
    await editing.changeArticle(ctx, id, { slug: 'kept' } as never)
    await ctx.db.deleteFrom('audit_entries').execute()
    await editing.deleteArticle(ctx, id)
    const publishedAt = status === 'published' ? at(0) : null
    const before = form({ slug: 'kept', status, publishedAt, authorId: null, checkedOn: null })
    expect(await entries()).toEqual([['article.delete', 'article', id, 'A warm attic', before, null]])
    expect([await rowOf(id), await oldSlugs(), await tombstones()]).toEqual([undefined, [], left])
  },
)

test('scheduled ones appear when their moment has come, each noted; the next is known', async () => {
  expect(await editing.publishScheduledArticles(ctx)).toBeNull()
  const ids: number[] = []
  for (const ms of [1000, 2000, 3000]) ids.push((await make({ status: 'scheduled', publishedAt: at(ms), title: `At ${ms}` })).id)
  const states = async () => (await ctx.db.selectFrom('articles').select('status').orderBy('id').execute()).map(({ status }) => status)
  goTo(999)
  expect([await editing.publishScheduledArticles(ctx), await states()]).toEqual([at(1000), ['scheduled', 'scheduled', 'scheduled']])
  expect(await editing.publishScheduledArticles(ctx, Date.parse(at(2000)))).toBe(at(3000))
  expect(await states()).toEqual(['published', 'published', 'scheduled'])
  expect((await entries()).toSorted((a, b) => Number(a[2]) - Number(b[2]))).toEqual(
    [1000, 2000].map((ms, n) => ['article.publish', 'article', ids[n], `At ${ms}`, null, null]),
  )
  goTo(3000)
  expect([await editing.publishScheduledArticles(ctx), await states()]).toEqual([null, ['published', 'published', 'published']])
})
