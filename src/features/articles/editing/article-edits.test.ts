/** Tests the effects of article edits on the row, audit log, old slugs and tombstones, and scheduled publication. */
import { beforeEach, describe, expect, test } from 'vitest'
import { addUpload, at, categories, ctx, DAY_MS, entries, goTo, useEditorFixture } from '#tests/support/editor-fixture.ts'
import * as editing from './article-editing.service.ts'

useEditorFixture()
beforeEach(async () => {
  for (const table of ['articles', 'old_slugs', 'gone_addresses'] as const) await ctx.db.deleteFrom(table).execute()
})
const makeForm = (overrides: object = {}) => ({
  title: 'A warm attic',
  content: 'Some words.',
  summary: 'What it says.' as string | null,
  featuredImage: 'https://example.org/a.jpg' as string | null,
  imageAlt: 'An attic' as string | null,
  authorName: 'Ada Green',
  categoryId: categories[0]?.id ?? 0,
  rating: null,
  status: 'published' as 'draft' | 'scheduled' | 'published',
  ...overrides,
})
const createArticle = (overrides: object = {}) => editing.createArticle(ctx, makeForm(overrides) as never)
const createWithoutAudit = async (overrides: object = {}) => {
  const article = await createArticle(overrides)
  await ctx.db.deleteFrom('audit_entries').execute()
  return article
}
const findRow = (id: number) => ctx.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst()
const listOldSlugs = async () =>
  (await ctx.db.selectFrom('old_slugs').select(['slug', 'subject_id']).orderBy('slug').execute()).map((row) => [row.slug, row.subject_id])
const listTombstones = async () =>
  (await ctx.db.selectFrom('gone_addresses').select(['kind', 'key']).orderBy('key').execute()).map((row) => [row.kind, row.key])
const SLUG_TAKEN_MESSAGE = 'Another article already has this slug'
const slugTakenError = {
  status: 409,
  code: 'article.slug_taken',
  message: SLUG_TAKEN_MESSAGE,
  errors: [{ path: 'slug', message: SLUG_TAKEN_MESSAGE }],
}

describe('creating', () => {
  test('records all fields but the content in the audit log', async () => {
    const { id, slug, publishedAt } = await createArticle()
    expect(slug).toBe('a-warm-attic')
    expect(publishedAt).toBe(at(0))
    const { content: _, ...after } = makeForm({ slug, publishedAt, authorId: null, checkedOn: null, caseStudy: null }) as ReturnType<
      typeof makeForm
    >
    expect(await entries()).toEqual([['article.create', 'article', id, 'A warm attic', null, after]])
    expect(await findRow(id)).toMatchObject({
      search_text: 'a warm attic\nwhat it says. some words.',
      changed_at: at(0),
      author_name: 'Ada Green',
    })
    expect((await findRow((await createArticle({ summary: null })).id))?.search_text).toBe('a warm attic\nsome words.')
  })

  test('generates the next free slug, skipping taken, former and reserved ones', async () => {
    const slugs: string[] = []
    for (let n = 0; n < 3; n++) slugs.push((await createArticle()).slug)
    expect(slugs).toEqual(['a-warm-attic', 'a-warm-attic-2', 'a-warm-attic-3'])
    await ctx.db.insertInto('old_slugs').values({ kind: 'article', slug: 'a-warm-attic-4', subject_id: 1 }).execute()
    expect((await createArticle()).slug).toBe('a-warm-attic-5')
    expect((await createArticle({ title: 'Featured' })).slug).toBe('featured-2')
    expect((await createArticle({ title: '!!!' })).slug).toBe('article')
    expect((await createArticle({ title: '???' })).slug).toBe('article-2')
    expect((await createArticle({ title: 'x'.repeat(200) })).slug).toBe('x'.repeat(110))
    expect((await createArticle({ title: `${'y'.repeat(109)} z` })).slug).toBe('y'.repeat(109))
  })

  test('accepts a submitted slug that is a former slug or tombstone, and rejects a taken one', async () => {
    const { id } = await createArticle({ slug: 'here' })
    await editing.changeArticle(ctx, id, { slug: 'there' } as never)
    await ctx.db
      .insertInto('gone_addresses')
      .values({ kind: 'article', key: 'here', subject_id: 1, gone_at: at(0) })
      .execute()
    expect(await listOldSlugs()).toEqual([['here', id]])
    await createArticle({ slug: 'here' })
    expect(await listOldSlugs()).toEqual([])
    expect(await listTombstones()).toEqual([])
    await expect(createArticle({ slug: 'here' })).rejects.toMatchObject(slugTakenError)
  })

  test.each<[object, string, string]>([
    [{ categoryId: 77_777 }, 'categoryId', 'No such category.'],
    [{ authorId: 77_777 }, 'authorId', 'No such expert.'],
    [{ status: 'scheduled' }, 'publishedAt', 'A scheduled article needs a date and time in the future'],
    [{ status: 'scheduled', publishedAt: at(0) }, 'publishedAt', 'A scheduled article needs a date and time in the future'],
  ])('creating and changing reject %j with a field error', async (overrides, path, message) => {
    const error = { status: 400, message, errors: [{ path, message }] }
    await expect(createArticle(overrides)).rejects.toMatchObject(error)
    const { id } = await createWithoutAudit({ status: 'draft' })
    await expect(editing.changeArticle(ctx, id, overrides as never)).rejects.toMatchObject(error)
    expect(await entries()).toEqual([])
  })
})

describe('changing', () => {
  test('ignores unchanged fields, and records changed ones before and after', async () => {
    const { id } = await createWithoutAudit()
    goTo(5000)
    await editing.changeArticle(ctx, id, { title: 'A warm attic', authorId: null } as never)
    expect(await entries()).toEqual([])
    expect((await findRow(id))?.changed_at).toBe(at(0))
    await editing.changeArticle(ctx, id, { title: 'A cold attic', content: 'Brr.', summary: null } as never)
    const [before, after] = [
      { title: 'A warm attic', content: 'Some words.', summary: 'What it says.' },
      { title: 'A cold attic', content: 'Brr.', summary: null },
    ]
    expect(await entries()).toEqual([['article.edit', 'article', id, 'A cold attic', before, after]])
    expect(await findRow(id)).toMatchObject({
      changed_at: at(5000),
      search_text: 'a cold attic\nbrr.',
      slug: 'a-warm-attic',
      published_at: at(0),
    })
  })

  test.each<[string, object, string | null]>([
    ['another picture', { featuredImage: 'https://example.org/b.jpg' }, null],
    ['the same picture', { featuredImage: 'https://example.org/a.jpg' }, 'An attic'],
    ['another picture with alternative text', { featuredImage: 'https://example.org/b.jpg', imageAlt: 'New' }, 'New'],
    ['alternative text only', { imageAlt: 'New' }, 'New'],
    ['removing the picture', { featuredImage: null }, null],
    ['another field', { title: 'Other' }, 'An attic'],
  ])('sets the alternative text after %s', async (_what, change, imageAlt) => {
    const { id } = await createWithoutAudit()
    expect(await editing.changeArticle(ctx, id, change as never)).toMatchObject({ ...change, imageAlt })
  })

  test('an uploaded picture gets the alternative text of the upload', async () => {
    const featuredImage = await addUpload('From the road')
    const { id, imageAlt } = await createWithoutAudit({ featuredImage, imageAlt: null })
    expect(imageAlt).toBe('From the road')
    await editing.changeArticle(ctx, id, { featuredImage: 'https://example.org/b.jpg' } as never)
    expect((await editing.changeArticle(ctx, id, { featuredImage } as never)).imageAlt).toBe('From the road')
  })

  test.each<[string, object, object, string]>([
    ['publishing a draft', { status: 'draft' }, { status: 'published' }, 'article.publish'],
    ['publishing a scheduled article', { status: 'scheduled', publishedAt: at(DAY_MS) }, { status: 'published' }, 'article.publish'],
    ['editing a published article', {}, { status: 'published', title: 'Other' }, 'article.edit'],
    ['unpublishing an article', {}, { status: 'draft' }, 'article.edit'],
  ])('records the audit action of %s', async (_what, overrides, change, action) => {
    const { id } = await createWithoutAudit(overrides)
    const changed = await editing.changeArticle(ctx, id, change as never)
    expect((await entries()).map(([recorded]) => recorded)).toEqual([action])
    expect(changed.publishedAt).toBe(at(0))
  })

  test('keeps the former slug, and rejects taken slugs and unknown ids', async () => {
    const [first, second] = [await createWithoutAudit({ slug: 'first' }), await createWithoutAudit({ slug: 'second' })]
    await editing.changeArticle(ctx, first.id, { title: 'Same address' } as never)
    expect(await listOldSlugs()).toEqual([])
    await editing.changeArticle(ctx, first.id, { slug: 'third' } as never)
    expect(await listOldSlugs()).toEqual([['first', first.id]])
    await expect(editing.changeArticle(ctx, second.id, { slug: 'third', title: 'Lost' } as never)).rejects.toMatchObject(slugTakenError)
    expect(await findRow(second.id)).toMatchObject({ slug: 'second', title: 'A warm attic' })
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
      ['article', 'current-slug'],
      ['article', 'former-slug'],
    ],
  ],
  ['draft', []],
] as const)('deleting a %s article records its content, and adds tombstones only if it was public', async (status, expectedTombstones) => {
  const { id } = await createWithoutAudit({ slug: 'former-slug', status })
  await editing.changeArticle(ctx, id, { slug: 'current-slug' } as never)
  await ctx.db.deleteFrom('audit_entries').execute()
  await editing.deleteArticle(ctx, id)
  const publishedAt = status === 'published' ? at(0) : null
  const before = makeForm({ slug: 'current-slug', status, publishedAt, authorId: null, checkedOn: null, caseStudy: null })
  expect(await entries()).toEqual([['article.delete', 'article', id, 'A warm attic', before, null]])
  expect(await findRow(id)).toBeUndefined()
  expect(await listOldSlugs()).toEqual([])
  expect(await listTombstones()).toEqual(expectedTombstones)
})

test('publishes scheduled articles that are due with an audit entry each, and returns the next due time', async () => {
  expect(await editing.publishScheduledArticles(ctx)).toBeNull()
  const ids: number[] = []
  for (const ms of [1000, 2000, 3000])
    ids.push((await createWithoutAudit({ status: 'scheduled', publishedAt: at(ms), title: `At ${ms}` })).id)
  const listStatuses = async () =>
    (await ctx.db.selectFrom('articles').select('status').orderBy('id').execute()).map(({ status }) => status)
  goTo(999)
  expect(await editing.publishScheduledArticles(ctx)).toBe(at(1000))
  expect(await listStatuses()).toEqual(['scheduled', 'scheduled', 'scheduled'])
  expect(await editing.publishScheduledArticles(ctx, Date.parse(at(2000)))).toBe(at(3000))
  expect(await listStatuses()).toEqual(['published', 'published', 'scheduled'])
  expect((await entries()).toSorted((a, b) => Number(a[2]) - Number(b[2]))).toEqual(
    [1000, 2000].map((ms, n) => ['article.publish', 'article', ids[n], `At ${ms}`, null, null]),
  )
  goTo(3000)
  expect(await editing.publishScheduledArticles(ctx)).toBeNull()
  expect(await listStatuses()).toEqual(['published', 'published', 'published'])
})
