// Daily on PostgreSQL too: a search by prefix with parameters whose types PostgreSQL must infer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeReplyEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { insertMute } from '#features/mutes/mute.queries.ts'
import { changePreferencesEndpoint, getPreferencesEndpoint, listNoticesEndpoint } from '#features/notices/notice.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { suggestUsersEndpoint } from '#features/writing/writing.contract.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { findMentionedNames } from './mention.policy.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const reply = (viewer: Viewer | null, forumId: number, content: string) =>
  site.call(viewer, postReplyEndpoint, { body: { content, forumId } })
const listMentions = async (viewer: Viewer) =>
  (await site.call(viewer, listNoticesEndpoint, { query: {} })).body.filter(({ kind }: { kind: string }) => kind === 'mention')

describe('a mention', () => {
  test('links to the profile, in any case, but not in code, links, email addresses and unknown names', async () => {
    const writer = await makeUser(site.ctx)
    const { id } = await makeUser(site.ctx, { username: 'Ben-Moss' })
    const { body } = await reply(
      writer,
      await makeTopic(site.ctx),
      'Ask @ben-moss, `@ben-moss`, [@ben-moss](https://example.com), a@ben-moss, @nobody_here.',
    )
    expect(body.contentHtml).toContain(`Ask <a href="/user/${id}">@ben-moss</a>, <code>@ben-moss</code>`)
    expect(body.contentHtml.match(/\/user\//g)).toHaveLength(1)
    expect(body.contentHtml).toContain('@nobody_here.')
    expect(body.contentHtml).not.toContain('data-mention')
  })
  test('notifies the member once, with a link to the reply', async () => {
    const [writer, ada] = [await makeUser(site.ctx, { displayName: 'Cy Rowe' }), await makeUser(site.ctx, { username: 'ada_q' })]
    const topicId = await makeTopic(site.ctx, { title: 'Which pump?' })
    const { body } = await reply(writer, topicId, 'Thanks @ada_q and @ADA_Q!')
    expect(await listMentions(ada)).toMatchObject([
      { title: 'Cy Rowe mentioned you in “Which pump?”', path: `/forum/${topicId}?reply=${body.id}#reply-${body.id}`, items: 1 },
    ])
  })
  test('does not notify the author, closed accounts, members in quotations, and members whom a guest mentions', async () => {
    const [writer, quoted] = [await makeUser(site.ctx, { username: 'self_w' }), await makeUser(site.ctx, { username: 'quoted_q' })]
    const closed = await makeUser(site.ctx, { username: 'closed_c' })
    await site.ctx.db.updateTable('users').set({ deleted_at: new Date().toISOString() }).where('id', '=', closed.id).execute()
    const topicId = await makeTopic(site.ctx)
    await reply(writer, topicId, '> As @quoted_q said\n\n@self_w and @closed_c agree')
    await reply(null, topicId, '@quoted_q hello')
    for (const user of [writer, quoted]) expect(await listMentions(user)).toEqual([])
    expect(await site.ctx.db.selectFrom('notices').select('id').where('user_id', '=', closed.id).execute()).toEqual([])
  })
  test('does not notify a member who has muted the author', async () => {
    const [writer, muting] = [await makeUser(site.ctx), await makeUser(site.ctx, { username: 'muting_m' })]
    await insertMute(site.ctx, muting.id, writer.id, new Date().toISOString())
    await reply(writer, await makeTopic(site.ctx), 'Hello @muting_m')
    expect(await listMentions(muting)).toEqual([])
  })
  test('notifies at most five members of one post', async () => {
    const writer = await makeUser(site.ctx)
    const names = Array.from({ length: 7 }, (_, index) => `crowd_${index}`)
    const users = []
    for (const username of names) users.push(await makeUser(site.ctx, { username }))
    await reply(writer, await makeTopic(site.ctx), names.map((name) => `@${name}`).join(' '))
    const notified: number[] = []
    for (const user of users) notified.push((await listMentions(user)).length)
    expect(notified).toEqual([1, 1, 1, 1, 1, 0, 0])
  })
  test('is notified once by an edit that adds it, and withdrawn when the reply is hidden', async () => {
    const [writer, admin] = [await makeUser(site.ctx), await makeUser(site.ctx, { isAdmin: true })]
    const [first, second] = [await makeUser(site.ctx, { username: 'first_f' }), await makeUser(site.ctx, { username: 'second_s' })]
    const { body } = await reply(writer, await makeTopic(site.ctx), 'Hello @first_f')
    await site.call(admin, changeReplyEndpoint, { params: { id: body.id }, body: { content: 'Hello @first_f and @second_s' } })
    expect(await listMentions(first)).toMatchObject([{ items: 1 }])
    expect(await listMentions(second)).toMatchObject([{ items: 1 }])
    await site.call(admin, changeReplyEndpoint, { params: { id: body.id }, body: { status: 'hidden' } })
    expect(await listMentions(first)).toEqual([])
  })
  test('has a mail preference', async () => {
    const user = await makeUser(site.ctx)
    expect((await site.call(user, getPreferencesEndpoint)).body).toMatchObject({ mention: 'now' })
    await site.call(user, changePreferencesEndpoint, { body: { mention: 'off' } })
    expect((await site.call(user, getPreferencesEndpoint)).body).toMatchObject({ mention: 'off', reply: 'now' })
  })
})

describe('suggestions of members', () => {
  test('are those whose username begins with the text, at most six, without closed accounts and the viewer', async () => {
    const viewer = await makeUser(site.ctx, { username: 'zz_viewer' })
    for (const username of ['zz_1', 'ZZ_2', 'zz_3', 'zz_4', 'zz_5', 'zz_6', 'zz_7', 'azz_8', 'zzx9']) await makeUser(site.ctx, { username })
    await site.ctx.db.updateTable('users').set({ deleted_at: new Date().toISOString() }).where('username', '=', 'zz_1').execute()
    const suggest = async (q: string) =>
      (await site.call(viewer, suggestUsersEndpoint, { query: { q } })).body.users.map(({ username }: { username: string }) => username)
    expect(await suggest('Zz_')).toEqual(['ZZ_2', 'zz_3', 'zz_4', 'zz_5', 'zz_6', 'zz_7'])
    expect(await suggest('zz%')).toEqual([])
  })
  test('are for members only, from two letters', async () => {
    const viewer = await makeUser(site.ctx)
    expect((await site.call(null, suggestUsersEndpoint, { query: { q: 'zz' } })).status).toBe(401)
    expect((await site.call(viewer, suggestUsersEndpoint, { query: { q: 'z' } })).status).toBe(400)
  })
})

test.each([
  ['Hi @ada, @Ben-1!', ['ada', 'ben-1']],
  ['a@ada.org @ada.org /@ada @@ada', []],
  ['`@ada` ```\n@ben\n```', []],
  ['> @ada\n@ben', ['ben']],
  ['(@ada)', ['ada']],
  ['@ada. And @ab', ['ada']],
])('findMentionedNames(%s) returns the names', (text, names) => {
  expect(findMentionedNames(text)).toEqual(names)
})
