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
const stored = () => site.ctx.db.selectFrom('idempotency_keys').selectAll().execute()
const send = (key: string, { who = member as Viewer | null, content = 'The pump is quiet.' } = {}) =>
  site.call(who, postReplyEndpoint, { body: { content, forumId: topicId } }, { 'idempotency-key': key })

describe('idempotency key', () => {
  test('replays the stored response when a request is repeated with its key', async () => {
    const key = crypto.randomUUID()
    const first = await send(key)
    const second = await send(key)
    expect(first.status).toBe(201)
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.headers['x-written-tables']).toBe(first.headers['x-written-tables'])
    expect(await countReplies()).toBe(1)
  })

  test('accepts the key as a structured-field string', async () => {
    const key = crypto.randomUUID()
    const first = await send(`"${key}"`)
    expect((await send(key)).body.id).toBe(first.body.id)
  })

  test('executes eight concurrent identical requests once', async () => {
    const key = crypto.randomUUID()
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(key)))
    expect(await countReplies()).toBe(1)
    for (const response of responses.filter(({ status }) => status !== 201))
      expect(response).toMatchObject({ status: 409, body: { code: 'idempotency.in_progress' } })
    expect(new Set(responses.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1)
    expect((await send(key)).headers['idempotency-replayed']).toBe('true')
  })

  test('releases the key when the request fails', async () => {
    const key = crypto.randomUUID()
    expect((await send(key, { content: ' ' })).status).toBe(400)
    expect((await send(key)).status).toBe(201)
  })

  test('executes the request again once its key has expired', async () => {
    const key = crypto.randomUUID()
    await send(key)
    await site.ctx.db.updateTable('idempotency_keys').set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
    await send(key)
    expect(await countReplies()).toBe(2)
  })

  test('purges expired keys and returns when the next one expires', async () => {
    await send(crypto.randomUUID())
    await site.ctx.db.updateTable('idempotency_keys').set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
    await send(crypto.randomUUID())
    const due = await purgeIdempotencyKeys(site.ctx)
    const rows = await stored()
    expect(rows).toHaveLength(1)
    expect(due).toBe(rows[0]?.expires_at)
  })

  test('stores nothing for a request without a key', async () => {
    const before = await stored()
    await site.call(member, postReplyEndpoint, { body: { content: 'A reply', forumId: topicId } })
    expect(await stored()).toEqual(before)
  })
})

describe('invalid reuse', () => {
  test('rejects a key that was used with another body', async () => {
    const key = crypto.randomUUID()
    await send(key)
    expect(await send(key, { content: 'Another text.' })).toMatchObject({ status: 422, body: { code: 'idempotency.key_reused' } })
    expect(await countReplies()).toBe(1)
  })

  test('does not repeat a request during which the server stopped', async () => {
    const key = crypto.randomUUID()
    await send(key)
    await site.ctx.db.updateTable('idempotency_keys').set({ response: null, claimed_at: '2026-01-01T00:00:00.000Z' }).execute()
    expect(await send(key)).toMatchObject({ status: 409, body: { code: 'idempotency.unknown' } })
    expect(await countReplies()).toBe(1)
  })

  test.each(['short', 'x'.repeat(256), 'sixteen letters ä'])('rejects the malformed key %s', async (key) => {
    expect((await send(key)).status).toBe(400)
  })
})

describe('isolation', () => {
  test('treats the same key of another member or a guest as a different key', async () => {
    const key = crypto.randomUUID()
    const other = await makeUser(site.ctx)
    const ids = [await send(key), await send(key, { who: other }), await send(key, { who: null })].map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(3)
  })

  test('does not store responses that open a session', async () => {
    const before = await stored()
    const body = { username: 'quiet_pump', email: 'quiet@example.org', password: 'seven-slow-herons' }
    const response = await site.call(null, signUpEndpoint, { body }, { 'idempotency-key': crypto.randomUUID() })
    expect(response.status).toBe(201)
    expect(await stored()).toEqual(before)
  })

  test('seals stored responses, so that the table does not reveal their text', async () => {
    await send(crypto.randomUUID(), { content: 'Only for the sender.' })
    expect(JSON.stringify(await stored())).not.toContain('Only for')
  })
})
