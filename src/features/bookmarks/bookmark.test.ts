/** Tests bookmarks: private to their member, searchable, and not deleted when their page is no longer available. */
// Daily on PostgreSQL too: a second bookmark is an upsert.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccountEndpoint } from '#features/accounts/account.contract.ts'
import { makeSignedIn, TEST_PASSWORD, type TestAccount } from '#features/accounts/account.factory.ts'
import { makeArticle } from '#features/articles/article.factory.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { changeTopicEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { BOOKMARK_NOTE_MAX, MAX_BOOKMARKS, type BookmarkKind } from './bookmark-limits.policy.ts'
import type { Bookmark } from './bookmark.contract.ts'
import { listBookmarksEndpoint, removeBookmarkEndpoint, saveBookmarkEndpoint } from './bookmark.contract.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const save = (member: TestAccount, kind: BookmarkKind, id: number, note?: string) =>
  member.call(saveBookmarkEndpoint, { body: { kind, id, ...(note === undefined ? {} : { note }) } })
const list = async (member: TestAccount, query: object = {}): Promise<Bookmark[]> =>
  (await member.call(listBookmarksEndpoint, { query })).body

async function hideTopic(id: number): Promise<void> {
  const admin = await makeUser(site.ctx, { isAdmin: true })
  expect((await site.call(admin, changeTopicEndpoint, { params: { id }, body: { status: 'hidden' } })).status).toBe(200)
}

describe('a member', () => {
  test('bookmarks topics, replies, articles and products, with links to their pages', async () => {
    const member = await makeSignedIn(site)
    const topicId = await makeTopic(site.ctx, { title: 'Peat', content: 'Is **peat** good?' })
    const reply = await member.call(postReplyEndpoint, { body: { forumId: topicId, content: 'No, *never*.' } })
    const saved = await save(member, 'topic', topicId, ' For later ')
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({
      kind: 'topic',
      id: topicId,
      note: 'For later',
      subject: { title: 'Peat', path: `/forum/${topicId}`, excerpt: 'Is peat good?' },
    })
    await save(member, 'reply', reply.body.id)
    const [{ id: articleId }, { id: productId }] = [await makeArticle(site.ctx), await makeProduct(site.ctx)]
    await save(member, 'article', articleId)
    await save(member, 'product', productId)
    const items = await list(member)
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(['article', 'product', 'reply', 'topic'])
    expect(items.find(({ kind }) => kind === 'reply')?.subject).toEqual({
      title: 'Peat',
      path: `/forum/${topicId}?reply=${reply.body.id}#reply-${reply.body.id}`,
      excerpt: 'No, never.',
      isDemo: false,
    })
    expect((await list(member, { topicId })).map(({ kind }) => kind).toSorted()).toEqual(['reply', 'topic'])
    expect((await list(member, { productId })).map(({ kind }) => kind)).toEqual(['product'])
    expect(await list(member, { articleId: 999_999 })).toEqual([])
  })

  test('saves a bookmark twice without a second one; only a new note replaces the note', async () => {
    const member = await makeSignedIn(site)
    const id = await makeTopic(site.ctx)
    await save(member, 'topic', id, 'First')
    await save(member, 'topic', id)
    expect(await list(member)).toMatchObject([{ note: 'First' }])
    await save(member, 'topic', id, 'Second')
    expect(await list(member)).toMatchObject([{ note: 'Second' }])
    await save(member, 'topic', id, '')
    expect(await list(member)).toMatchObject([{ note: '' }])
  })

  test('removes a bookmark, also twice', async () => {
    const member = await makeSignedIn(site)
    const id = await makeTopic(site.ctx)
    await save(member, 'topic', id)
    for (let n = 0; n < 2; n += 1)
      expect((await member.call(removeBookmarkEndpoint, { query: { kind: 'topic', id } })).body).toEqual({ kind: 'topic', id })
    expect(await list(member)).toEqual([])
  })

  test('finds bookmarks by words of the title and the note, in pages', async () => {
    const member = await makeSignedIn(site)
    const peat = await makeTopic(site.ctx, { title: 'Peat and Moss', content: 'x' })
    const wool = await makeTopic(site.ctx, { title: 'Wool', content: 'x' })
    await save(member, 'topic', peat, 'Ask the installer')
    await save(member, 'topic', wool, 'Ask Ben')
    expect((await list(member, { search: 'ASK moss' })).map(({ id }) => id)).toEqual([peat])
    expect(await list(member, { search: 'ask', perPage: 1 })).toHaveLength(1)
    expect((await member.call(listBookmarksEndpoint, { query: { search: 'ask', perPage: 1 } })).headers['x-total-count']).toBe('2')
    expect(await list(member, { search: 'gravel' })).toEqual([])
  })

  test('keeps the bookmark of a hidden topic, with only its note', async () => {
    const member = await makeSignedIn(site)
    const id = await makeTopic(site.ctx, { title: 'Secret words' })
    await save(member, 'topic', id, 'Mine')
    await hideTopic(id)
    expect(await list(member)).toMatchObject([{ note: 'Mine', subject: null }])
    expect(await list(member, { search: 'secret' })).toEqual([])
    expect((await save(member, 'topic', id, 'Changed')).body).toMatchObject({ note: 'Changed', subject: null })
    expect((await save(await makeSignedIn(site), 'topic', id)).status).toBe(404)
  })

  test('cannot bookmark what does not exist, and cannot exceed the limits', async () => {
    const member = await makeSignedIn(site)
    for (const kind of ['topic', 'reply', 'article', 'product'] as const) expect((await save(member, kind, 999_999)).status).toBe(404)
    const id = await makeTopic(site.ctx)
    expect((await save(member, 'topic', id, 'x'.repeat(BOOKMARK_NOTE_MAX + 1))).status).toBe(400)
    const row = { user_id: member.id, kind: 'topic', note: '', created_at: '2026-01-01T00:00:00.000Z' } as const
    const rows = Array.from({ length: MAX_BOOKMARKS }, (_, n) => ({ ...row, subject_id: 2_000_000 + n }))
    for (let n = 0; n < MAX_BOOKMARKS; n += 100)
      await site.ctx.db
        .insertInto('bookmarks')
        .values(rows.slice(n, n + 100))
        .execute()
    expect(await save(member, 'topic', id)).toMatchObject({ status: 409, body: { code: 'bookmark.limit' } })
    expect((await save(member, 'topic', 2_000_000, 'A note')).status).toBe(200)
  })

  test('never sees the bookmarks of others; visitors get 401', async () => {
    const [ann, ben] = [await makeSignedIn(site), await makeSignedIn(site)]
    const id = await makeTopic(site.ctx)
    await save(ann, 'topic', id)
    expect(await list(ben)).toEqual([])
    await ben.call(removeBookmarkEndpoint, { query: { kind: 'topic', id } })
    expect(await list(ann)).toHaveLength(1)
    expect((await site.call(null, listBookmarksEndpoint)).status).toBe(401)
    expect((await site.call(null, saveBookmarkEndpoint, { body: { kind: 'topic', id } })).status).toBe(401)
    expect((await site.call(null, removeBookmarkEndpoint, { query: { kind: 'topic', id } })).status).toBe(401)
  })

  test('gets the bookmarks in the export; closing the account deletes them', async () => {
    const member = await makeSignedIn(site)
    const id = await makeTopic(site.ctx)
    await save(member, 'topic', id, 'Mine')
    const exported = (await site.app.inject({ url: '/api/me/export', headers: { cookie: member.cookie } })).json()
    expect(exported.bookmarks).toMatchObject([{ kind: 'topic', id, note: 'Mine' }])
    expect((await member.call(deleteAccountEndpoint, { body: { password: TEST_PASSWORD } })).status).toBe(200)
    expect(await site.ctx.db.selectFrom('bookmarks').selectAll().where('user_id', '=', member.id).execute()).toEqual([])
  })
})
