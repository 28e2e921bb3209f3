// Daily on PostgreSQL too: the key is claimed with a conditional upsert.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signUpEndpoint } from '#features/accounts/account.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { purgeIdempotencyKeys } from './idempotency.service.ts'

let site: TestSite
let member: Viewer
let topicId: number
beforeAll(async () => {
  site = await openTestSite()
  member = await makeUser(site.ctx)
})
afterAll(() => site.close())
beforeEach(async () => {
  topicId = await makeTopic(site.ctx)
})

const countReplies = async () => (await site.ctx.db.selectFrom('replies').select('id').where('topic_id', '=', topicId).execute()).length
const listStoredKeys = () => site.ctx.db.selectFrom('idempotency_keys').selectAll().execute()
const postReply = (key: string, { viewer = member as Viewer | null, content = 'The pump is quiet.' } = {}) =>
  site.call(viewer, postReplyEndpoint, { body: { content, forumId: topicId } }, { 'idempotency-key': key })

describe('idempotency key', () => {
  test('replays the stored response when a request is repeated with its key', async () => {
    const key = crypto.randomUUID()
    const first = await postReply(key)
    const second = await postReply(key)
    expect(first.status).toBe(201)
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.headers['x-written-tables']).toBe(first.headers['x-written-tables'])
    expect(await countReplies()).toBe(1)
  })

  test('accepts the key as a structured-field string', async () => {
    const key = crypto.randomUUID()
    const first = await postReply(`"${key}"`)
    expect((await postReply(key)).body.id).toBe(first.body.id)
  })

  test('executes eight concurrent identical requests once', async () => {
    const key = crypto.randomUUID()
    const responses = await Promise.all(Array.from({ length: 8 }, () => postReply(key)))
    expect(await countReplies()).toBe(1)
    for (const response of responses.filter(({ status }) => status !== 201))
      expect(response).toMatchObject({ status: 409, body: { code: 'idempotency.in_progress' } })
    expect(new Set(responses.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1)
    expect((await postReply(key)).headers['idempotency-replayed']).toBe('true')
  })

  test('releases the key when the request fails', async () => {
    const key = crypto.randomUUID()
    expect((await postReply(key, { content: ' ' })).status).toBe(400)
    expect((await postReply(key)).status).toBe(201)
  })

  test('executes the request again once its key has expired', async () => {
    const key = crypto.randomUUID()
    await postReply(key)
    await site.ctx.db.updateTable('idempotency_keys').set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
    await postReply(key)
    expect(await countReplies()).toBe(2)
  })

  test('expired keys are purged, and the job is due when the next one expires', async () => {
    await postReply(crypto.randomUUID())
    await site.ctx.db.updateTable('idempotency_keys').set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
    await postReply(crypto.randomUUID())
    const due = await purgeIdempotencyKeys(site.ctx)
    const rows = await listStoredKeys()
    expect(rows).toHaveLength(1)
    expect(due).toBe(rows[0]?.expires_at)
  })

  test('stores nothing for a request without a key', async () => {
    const keysBefore = await listStoredKeys()
    await site.call(member, postReplyEndpoint, { body: { content: 'A reply', forumId: topicId } })
    expect(await listStoredKeys()).toEqual(keysBefore)
  })
})

describe('invalid reuse', () => {
  test('a key that was used with another body is rejected', async () => {
    const key = crypto.randomUUID()
    await postReply(key)
    expect(await postReply(key, { content: 'Another text.' })).toMatchObject({ status: 422, body: { code: 'idempotency.key_reused' } })
    expect(await countReplies()).toBe(1)
  })

  test('a request during which the server stopped is not executed again', async () => {
    const key = crypto.randomUUID()
    await postReply(key)
    await site.ctx.db.updateTable('idempotency_keys').set({ response: null, claimed_at: '2026-01-01T00:00:00.000Z' }).execute()
    expect(await postReply(key)).toMatchObject({ status: 409, body: { code: 'idempotency.unknown' } })
    expect(await countReplies()).toBe(1)
  })

  test.each(['short', 'x'.repeat(256), 'sixteen letters ä'])('the malformed key %s is rejected', async (key) => {
    expect((await postReply(key)).status).toBe(400)
  })
})

describe('isolation', () => {
  test('the same key sent by another member or a guest is a different key', async () => {
    const key = crypto.randomUUID()
    const otherMember = await makeUser(site.ctx)
    const ids = [await postReply(key), await postReply(key, { viewer: otherMember }), await postReply(key, { viewer: null })].map(
      ({ body }) => body.id,
    )
    expect(new Set(ids).size).toBe(3)
  })

  test('responses that open a session are not stored', async () => {
    const keysBefore = await listStoredKeys()
    const body = { username: 'quiet_pump', email: 'quiet@example.org', password: 'seven-slow-herons' }
    const response = await site.call(null, signUpEndpoint, { body }, { 'idempotency-key': crypto.randomUUID() })
    expect(response.status).toBe(201)
    expect(await listStoredKeys()).toEqual(keysBefore)
  })

  test('stored responses are encrypted, so that the table does not reveal their text', async () => {
    await postReply(crypto.randomUUID(), { content: 'Only for the sender.' })
    expect(JSON.stringify(await listStoredKeys())).not.toContain('Only for')
  })
})
