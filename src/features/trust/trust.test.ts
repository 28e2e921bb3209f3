/** Limits for new members, and the screening of posts. */
// Daily on PostgreSQL too: counters and domains are written with onConflict.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { getTopicEndpoint, postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { changeReplyEndpoint, changeTopicEndpoint, listWaitingPostsEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { moveTopicEndpoint } from '#features/forums/moving/topic-move.contract.ts'
import { listAuditEndpoint } from '#features/audit/audit.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { voteEndpoint } from '#features/votes/vote.contract.ts'
import { getSessionEndpoint } from '#features/accounts/account.contract.ts'
import { getAboutEndpoint } from '#features/sites/site.contract.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { makeMemberOfLevel } from './trust.factory.ts'
import { DEFAULT_NEWCOMER_LIMITS, DOWNVOTE_LEVEL_MESSAGE, NO_NEWCOMER_LIMITS, type NewcomerLimits } from './trust.policy.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())
const setLimits = (limits: Partial<NewcomerLimits>) => {
  site.ctx.site.settings.newcomers = { ...NO_NEWCOMER_LIMITS, ...limits }
}
beforeEach(() => setLimits({}))

const makeMember = (level = 1, daysAgo = 2): Promise<Viewer> => makeMemberOfLevel(site.ctx, level, daysAgo)
let textCount = 0
/** Repeated texts differ in letters, because digits are not compared. */
const uniqueText = () => `What is a sensible flow temperature for ${String.fromCodePoint(97 + (textCount++ % 26)).repeat(1 + textCount)}?`
const postTopic = (who: Viewer | null, input: object = {}, headers: Record<string, string> = {}) =>
  site.call(who, postTopicEndpoint, { body: { title: 'Flow temperature', content: uniqueText(), categoryId: 1, ...input } }, headers)
const postReply = async (who: Viewer | null, input: object = {}, forumId?: number) =>
  site.call(who, postReplyEndpoint, { body: { content: uniqueText(), forumId: forumId ?? (await makeTopic(site.ctx)), ...input } })
const decide = (id: number, status: 'visible' | 'hidden') => site.call(admin, changeTopicEndpoint, { params: { id }, body: { status } })
const listWaiting = async () => (await site.call(admin, listWaitingPostsEndpoint, { query: { perPage: 100 } })).body

describe('frequency', () => {
  test('responds with 429, a message and the remaining seconds to a second post within the interval', async () => {
    setLimits({ secondsBetweenPosts: 30 })
    const member = await makeMember()
    expect((await postTopic(member)).status).toBe(201)
    const second = await postReply(member)
    expect(second).toMatchObject({ status: 429, body: { code: 'post.too_soon' } })
    expect(second.body.message).toMatch(/You can post again in \d+ seconds; your text stays in the form\./)
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(20)
  })

  test('does not extend the interval by rejected posts', async () => {
    setLimits({ secondsBetweenPosts: 1 })
    const member = await makeMember()
    await postTopic(member)
    const seconds = Number((await postTopic(member)).headers['retry-after'])
    await new Promise((done) => setTimeout(done, seconds * 1000 + 50))
    expect((await postTopic(member)).status).toBe(201)
  })

  test('limits topics and replies of members who joined today, and of no other member', async () => {
    setLimits({ firstDayTopics: 1, firstDayReplies: 2 })
    const [newcomer, regular] = [await makeMember(1, 0.5), await makeMember(1, 2)]
    for (const member of [newcomer, regular]) expect((await postTopic(member)).status).toBe(201)
    const refused = await postTopic(newcomer)
    expect(refused).toMatchObject({ status: 429, body: { code: 'post.first_day' } })
    expect(refused.body.message).toBe(
      'On your first day you can post 1 topic. You can post again in 12 hours; your text stays in the form.',
    )
    expect((await postTopic(regular)).status).toBe(201)
    for (const status of [201, 201, 429]) expect((await postReply(newcomer)).status).toBe(status)
  })

  test('applies the interval to guests, per network', async () => {
    setLimits({ secondsBetweenPosts: 30 })
    const from = (clientIp: string) => postTopic(null, {}, { 'x-forwarded-for': clientIp })
    expect((await from('192.0.2.60')).status).toBe(201)
    const second = await from('192.0.2.60')
    expect(second).toMatchObject({ status: 429, body: { code: 'post.too_soon' } })
    expect(second.body.message).toMatch(/^A guest in your network has just posted\. You can post again in \d+ seconds/)
    expect((await from('192.0.2.61')).status).toBe(201)
  })

  test('admits one of two concurrent posts', async () => {
    setLimits({ secondsBetweenPosts: 30 })
    const member = await makeMember()
    const posts = await Promise.all([postTopic(member), postTopic(member), postTopic(member)])
    expect(posts.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 429, 429])
  })

  test('exempts level 2 after the first day, and administrators', async () => {
    setLimits({ secondsBetweenPosts: 30, firstDayTopics: 1 })
    for (const who of [await makeMember(2), admin])
      for (let n = 0; n < 3; n++) expect((await postTopic(who)).status, JSON.stringify(who)).toBe(201)
  })
})

describe('content', () => {
  const link = 'See https://panels.example/offer'
  test('holds a link to an unknown site by a member of level 1, and names the reason', async () => {
    setLimits({ areRightsEarned: true })
    const posted = await postTopic(await makeMember(), { content: link })
    expect(posted).toMatchObject({ status: 201, body: { status: 'waiting', waitingFor: ['unknown-domain'] } })
    expect((await site.call(null, getTopicEndpoint, { params: { id: posted.body.id } })).status).toBe(404)
    const waiting = (await listWaiting()).find(({ id }: { id: number }) => id === posted.body.id)
    expect(waiting).toMatchObject({ reasons: [{ code: 'unknown-domain', detail: 'panels.example', score: 0.3 }] })
    expect(waiting.spamScore).toBeCloseTo(0.3)
    expect((await postTopic(await makeMember(2), { content: link })).body).toMatchObject({ status: 'visible' })
  })

  test('publishes links of level 1 to approved sites and to this site', async () => {
    setLimits({ areRightsEarned: true, maxLinks: 2 })
    const { body } = await postTopic(await makeMember(), { content: 'https://approved.example/a' })
    await decide(body.id, 'visible')
    expect((await postTopic(await makeMember(), { content: 'https://www.approved.example/b' })).body.status).toBe('visible')
    expect((await postTopic(await makeMember(), { content: '[rules](/about#guidelines)' })).body.status).toBe('visible')
    const three = ['x', 'y', 'z'].map((path) => `https://approved.example/${path}`).join(' ')
    expect((await postTopic(await makeMember(), { content: three })).body.waitingFor).toEqual(['too-many-links'])
  })

  test('holds links to sites that were rejected twice, also of level 2, until one is approved', async () => {
    const content = 'https://casino.example/win'
    const ids = await Promise.all([1, 2].map(async () => (await postTopic(null, { content: `${content} ${uniqueText()}` })).body.id))
    for (const id of ids) await decide(id, 'hidden')
    const held = await postTopic(await makeMember(2), { content })
    expect(held.body).toMatchObject({ status: 'waiting', waitingFor: ['rejected-domain'] })
    expect((await postTopic(await makeMember(3), { content })).body.status).toBe('visible')
    await decide(held.body.id, 'visible')
    expect((await postTopic(await makeMember(2), { content })).body.status).toBe('visible')
  })

  test('holds pictures of level 1', async () => {
    setLimits({ areRightsEarned: true })
    const posted = await postTopic(await makeMember(), { content: '![my roof](https://photos.example/roof.jpg)' })
    expect(posted.body.status).toBe('waiting')
    const upload = '/uploads/a1a1a1a1a1a1-800x600.webp'
    expect((await postTopic(await makeMember(), { content: `${uniqueText()}\n\n![my roof](${upload})` })).body.waitingFor).toEqual([
      'picture',
    ])
  })

  test('holds a guest’s post with a link', async () => {
    expect((await postTopic(null, { content: link })).body).toMatchObject({ status: 'waiting', waitingFor: ['guest-link'] })
    expect((await postTopic(null)).body.status).toBe('visible')
  })
})

describe('editing', () => {
  const edit = (who: Viewer, id: number, content: string) => site.call(who, changeTopicEndpoint, { params: { id }, body: { content } })
  test('holds a topic to which a member of level 1 adds a link, until a moderator approves it', async () => {
    setLimits({ areRightsEarned: true })
    const member = await makeMember()
    const { body } = await postTopic(member)
    expect((await edit(member, body.id, 'Now without a link.')).body).toMatchObject({ status: 'visible', content: 'Now without a link.' })
    const held = await edit(member, body.id, 'See https://edited.example/offer')
    expect(held).toMatchObject({ status: 200, body: { status: 'waiting', waitingFor: ['unknown-domain'] } })
    expect((await listWaiting()).find(({ id }: { id: number }) => id === body.id)).toMatchObject({
      reasons: [{ detail: 'edited.example' }],
    })
    await decide(body.id, 'visible')
    expect((await edit(member, body.id, 'See https://edited.example/offer again')).body.status).toBe('visible')
  })

  test('holds a reply to which a link is added', async () => {
    setLimits({ areRightsEarned: true })
    const member = await makeMember()
    const { body } = await postReply(member)
    const input = { params: { id: body.id }, body: { content: 'See https://edited-reply.example' } }
    expect((await site.call(member, changeReplyEndpoint, input)).body).toMatchObject({ status: 'waiting', waitingFor: ['unknown-domain'] })
  })

  test('does not hold a post for what it had before, or for an edit by an administrator', async () => {
    const member = await makeMember()
    const { body } = await postTopic(member, { content: '![roof](/uploads/roof.jpg)' })
    setLimits({ areRightsEarned: true })
    expect((await edit(member, body.id, '![roof](/uploads/roof.jpg) My roof')).body.status).toBe('visible')
    expect((await edit(admin, body.id, 'See https://by-admin.example')).body.status).toBe('visible')
  })
})

describe('programs', () => {
  test('holds first posts that were typed too fast, or without a measured time, by new members only', async () => {
    setLimits({ minTypingSeconds: 3 })
    const member = await makeMember()
    for (const typingMs of [undefined, 100, 2999]) expect((await postTopic(member, { typingMs })).body.waitingFor).toEqual(['typed-fast'])
    expect((await postTopic(member, { typingMs: 3000 })).body.status).toBe('visible')
    expect((await postTopic(member, { typingMs: 100 })).body.status).toBe('visible')
    expect((await postTopic(await makeMember(2), { typingMs: 100 })).body.status).toBe('visible')
  })

  test('holds fast posts of guests, but not those without a measured time', async () => {
    setLimits({ minTypingSeconds: 3 })
    expect((await postReply(null, { typingMs: 100 })).body.waitingFor).toEqual(['typed-fast'])
    expect((await postReply(null)).body.status).toBe('visible')
  })

  test('holds posts with a filled hidden field', async () => {
    expect((await postReply(null, { homepage: 'https://x.example' })).body.waitingFor).toEqual(['hidden-field'])
    expect((await postReply(await makeMember(), { homepage: 'x' })).body.waitingFor).toEqual(['hidden-field'])
    expect((await postReply(await makeMember(2), { homepage: 'x' })).body.status).toBe('visible')
  })
})

describe('repeated text', () => {
  const text = 'Buy your heat pump from us, the best price in town. Call 0800 1.'
  test('holds the second post of one member, whatever its digits and punctuation', async () => {
    setLimits({ holdsRepeatedText: true })
    const member = await makeMember(2)
    expect((await postReply(member, { content: `${text} member` })).body.status).toBe('visible')
    expect((await postReply(member, { content: `${text.replace('1', '2').toUpperCase()} MEMBER!` })).body.waitingFor).toEqual([
      'repeated-text',
    ])
  })

  test('holds the same text from another new account, and of guests from one network', async () => {
    setLimits({ holdsRepeatedText: true })
    expect((await postReply(await makeMember(), { content: `${text} accounts` })).body.status).toBe('visible')
    expect((await postReply(await makeMember(), { content: `${text} accounts` })).body.waitingFor).toEqual(['shared-text'])
    const network = { 'x-forwarded-for': '203.0.113.9' }
    const post = () => postTopic(null, { content: `${text} network` }, network)
    expect((await post()).body.status).toBe('visible')
    expect((await post()).body.waitingFor).toEqual(['repeated-text', 'shared-text'])
  })

  test('publishes short repeated texts', async () => {
    setLimits({ holdsRepeatedText: true })
    const member = await makeMember()
    for (let n = 0; n < 2; n++) expect((await postReply(member, { content: 'Thank you!' })).body.status).toBe('visible')
  })
})

describe('levels', () => {
  test('refuse downvotes of level 1, and say from when they are possible', async () => {
    setLimits({ areRightsEarned: true })
    const vote = async (who: Viewer, value: -1 | 1) =>
      site.call(who, voteEndpoint, { body: { subject: 'topic', id: await makeTopic(site.ctx), value } })
    const member = await makeMember()
    expect(await vote(member, -1)).toMatchObject({ status: 403, body: { code: 'vote.level', message: DOWNVOTE_LEVEL_MESSAGE } })
    expect((await vote(member, 1)).status).toBe(200)
    for (const who of [await makeMember(2), admin]) expect((await vote(who, -1)).status).toBe(200)
    expect((await site.call(member, getSessionEndpoint)).body.user).toMatchObject({ level: 1, mayDownvote: false })
    setLimits({})
    expect((await vote(member, -1)).status).toBe(200)
  })

  test('let level 3 move topics to another category, under their name in the audit log', async () => {
    const id = await makeTopic(site.ctx)
    const move = (who: Viewer, categoryId = 2) => site.call(who, moveTopicEndpoint, { params: { id }, body: { categoryId } })
    expect(await move(await makeMember(2))).toMatchObject({ status: 403, body: { code: 'topic.move_level' } })
    const mover = await makeMember(3)
    expect((await move(mover, 9999)).status).toBe(400)
    expect(await move(mover)).toMatchObject({ status: 200, body: { categoryId: 2 } })
    const entries = (await site.call(admin, listAuditEndpoint, { query: { subject: 'topic', subjectId: id } })).body
    expect(entries).toMatchObject([{ action: 'topic.edit', userId: mover.id }])
  })

  test('are explained on the about page with the limits of the site', async () => {
    setLimits({ ...DEFAULT_NEWCOMER_LIMITS, firstDayTopics: 7 })
    site.caches.invalidate(site.ctx.site.id, ['settings'])
    const faq = (await site.call(null, getAboutEndpoint)).body.find(({ id }: { id: string }) => id === 'faq').html
    expect(faq).toContain('On the first day, you can post 7 topics and 10 replies.')
    expect(faq).toContain('<td>2</td><td>100</td><td>You can link to any site')
    expect(faq).not.toContain('{levels}')
  })
})
