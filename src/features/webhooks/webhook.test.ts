/** Tests webhooks: subscriptions, signatures, retries, pausing and access. */
import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listJobsEndpoint, retryJobEndpoint } from '#features/job-queue/job-queue.contract.ts'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { deleteReplyEndpoint, changeTopicEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { getDashboardEndpoint } from '#features/dashboard/dashboard.contract.ts'
import { lastEntryOf } from '#tests/support/audit-entries.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { createWebhookHandler } from './delivery.service.ts'
import { removeOldDeliveries } from './delivery-retention.service.ts'
import * as contract from './webhook.contract.ts'
import * as deliveryContract from './delivery.contract.ts'
import { WEBHOOKS_MAX } from './webhook-limits.policy.ts'
import { respondNoContent, startReceiver, type WebhookReceiver } from './webhook.factory.ts'
import { allowPrivateTargets } from './webhook-target.ts'

let site: TestSite
let admin: Viewer
let member: Viewer
let receiver: WebhookReceiver
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  member = await makeUser(site.ctx)
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await site.close()
})
beforeEach(() => allowPrivateTargets([receiver.target]))
afterEach(async () => {
  vi.useRealTimers()
  receiver.respond = respondNoContent
  receiver.calls.length = 0
  for (const table of ['queued_jobs', 'webhook_deliveries', 'webhooks'] as const) await site.ctx.db.deleteFrom(table).execute()
})

const handler = createWebhookHandler()
/** Used only with receivers that never respond, because the timeout is too short for responses from slow machines. */
const shortTimeoutHandler = createWebhookHandler({ timeoutMs: 300 })
const runJobs = (webhookHandler = handler) => runDueJobs(site.ctx, [webhookHandler])
const createWebhook = (body: object = {}, url = receiver.url) =>
  site.call(admin, contract.createWebhookEndpoint, { body: { url, events: ['topic.created'], ...body } })
const listDeliveries = async (id: number): Promise<deliveryContract.WebhookDelivery[]> =>
  (await site.call(admin, deliveryContract.listDeliveriesEndpoint, { params: { id } })).body
const findWebhook = async (id: number): Promise<contract.Webhook | undefined> =>
  (await site.call(admin, contract.listWebhooksEndpoint)).body.find((webhook: contract.Webhook) => webhook.id === id)
const postTopic = async (): Promise<number> => {
  const category = await site.ctx.db.selectFrom('categories').select('id').executeTakeFirstOrThrow()
  const body = { title: 'Which pump', content: 'Ours is from 1998 and loud.', categoryId: category.id }
  return (await site.call(member, postTopicEndpoint, { body })).body.id
}
const createSignature = ({ headers, body }: WebhookReceiver['calls'][number], secret: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest('base64')}`

describe('a webhook', () => {
  test('receives an event once, with a signature and the public data of the topic', async () => {
    const created = await createWebhook({ description: 'Our tickets' })
    expect(created).toMatchObject({
      status: 201,
      body: { url: receiver.url, description: 'Our tickets', events: ['topic.created'], pausedAt: null },
    })
    expect(created.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await lastEntryOf(site.ctx, 'webhook', created.body.id)).action).toBe('webhook.create')
    const topicId = await postTopic()
    await runJobs()
    const [call] = receiver.calls
    expect(receiver.calls).toHaveLength(1)
    expect(JSON.parse(call?.body ?? '')).toEqual({
      type: 'topic.created',
      timestamp: expect.any(String),
      data: { id: topicId, title: 'Which pump', categoryId: expect.any(Number), status: 'visible' },
    })
    expect(call?.headers['webhook-signature']).toBe(call && createSignature(call, created.body.secret))
    expect(Math.abs(Number(call?.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
    expect(await listDeliveries(created.body.id)).toEqual([
      expect.objectContaining({
        event: 'topic.created',
        eventId: call?.headers['webhook-id'],
        state: 'delivered',
        status: 204,
        attempts: 1,
      }),
    ])
    expect((await findWebhook(created.body.id))?.lastDeliveredAt).not.toBeNull()
  })

  test('receives only the events that it subscribes to', async () => {
    const topics = (await createWebhook()).body
    const changes = (await createWebhook({ events: ['topic.changed', 'reply.created', 'reply.deleted'] })).body
    const id = await postTopic()
    await site.call(admin, changeTopicEndpoint, { params: { id }, body: { isPinned: true } })
    const reply = await site.call(member, postReplyEndpoint, { body: { forumId: id, content: 'A newer one.' } })
    await site.call(admin, deleteReplyEndpoint, { params: { id: reply.body.id } })
    await runJobs()
    expect((await listDeliveries(topics.id)).map(({ event }) => event)).toEqual(['topic.created'])
    expect((await listDeliveries(changes.id)).map(({ event }) => event)).toEqual(['reply.deleted', 'reply.created', 'topic.changed'])
  })

  test('has an encrypted secret that is shown once, and after rotation both secrets sign for a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const created = (await createWebhook()).body
    const stored = await site.ctx.db.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow()
    expect(stored.secret.startsWith('sealed:')).toBe(true)
    expect(JSON.stringify(await findWebhook(created.id))).not.toContain('whsec_')
    const rotated = (await site.call(admin, contract.rotateWebhookSecretEndpoint, { params: { id: created.id } })).body
    expect(rotated.secret).not.toBe(created.secret)
    await postTopic()
    await runJobs()
    const [firstCall] = receiver.calls
    expect(firstCall?.headers['webhook-signature']).toBe(
      firstCall && `${createSignature(firstCall, rotated.secret)} ${createSignature(firstCall, created.secret)}`,
    )
    vi.setSystemTime(Date.now() + 25 * 3_600_000)
    await postTopic()
    await runJobs()
    const lastCall = receiver.calls.at(-1)
    expect(lastCall?.headers['webhook-signature']).toBe(lastCall && createSignature(lastCall, rotated.secret))
    expect((await findWebhook(created.id))?.oldSecretUntil).toBeNull()
  })

  test('retries a failed delivery until the last attempt, after which it can be replayed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    receiver.respond = (response) => void response.writeHead(500).end('x'.repeat(5000))
    const { id } = (await createWebhook()).body
    await postTopic()
    await runJobs()
    const [firstDelivery] = await listDeliveries(id)
    expect(firstDelivery).toMatchObject({ state: 'waiting', status: 500, attempts: 1, error: 'HTTP 500.', durationMs: expect.any(Number) })
    expect(firstDelivery?.answer).toBe('x'.repeat(2048))
    await runJobs()
    expect(receiver.calls).toHaveLength(1)
    await site.ctx.db.updateTable('queued_jobs').set({ attempts: 9 }).execute()
    vi.setSystemTime(Date.now() + 11_000)
    await runJobs()
    expect((await listDeliveries(id))[0]).toMatchObject({ state: 'failed', attempts: 2 })
    receiver.respond = respondNoContent
    const replayResponse = await site.call(admin, deliveryContract.replayDeliveryEndpoint, { params: { id: firstDelivery?.id ?? 0 } })
    expect(replayResponse).toMatchObject({ status: 200, body: { state: 'waiting', attempts: 0 } })
    expect((await site.call(admin, deliveryContract.replayDeliveryEndpoint, { params: { id: firstDelivery?.id ?? 0 } })).body.code).toBe(
      'delivery.waiting',
    )
    await runJobs()
    expect((await listDeliveries(id))[0]).toMatchObject({ state: 'delivered', attempts: 1, status: 204, error: null })
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('aborts requests that get no response, and truncates endless responses', async () => {
    receiver.respond = () => undefined
    const { id } = (await createWebhook()).body
    await postTopic()
    await runJobs(shortTimeoutHandler)
    expect((await listDeliveries(id))[0]).toMatchObject({ state: 'waiting', status: null, error: 'Its host takes too long.' })
    receiver.respond = (response) => {
      response.writeHead(200)
      const writeMore = () => !response.destroyed && response.write('y'.repeat(1000), writeMore)
      writeMore()
    }
    await site.ctx.db.updateTable('queued_jobs').set({ due_at: new Date().toISOString() }).execute()
    await runJobs()
    expect((await listDeliveries(id))[0]).toMatchObject({ state: 'delivered', status: 200, answer: 'y'.repeat(2048) })
  })

  test('is paused after three days of failures, listed on the dashboard, and can be resumed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    receiver.respond = (response) => void response.writeHead(503).end()
    const { id } = (await createWebhook()).body
    await postTopic()
    await runJobs()
    expect(await findWebhook(id)).toMatchObject({ failingSince: expect.any(String), pausedAt: null })
    vi.setSystemTime(Date.now() + 3 * 86_400_000)
    await runJobs()
    expect(await findWebhook(id)).toMatchObject({ pausedAt: expect.any(String), pausedReason: 'All deliveries have failed for 3 days.' })
    expect((await lastEntryOf(site.ctx, 'webhook', id)).action).toBe('webhook.pause')
    const calls = receiver.calls.length
    await postTopic()
    await runJobs()
    expect(receiver.calls).toHaveLength(calls)
    const attention = (await site.call(admin, getDashboardEndpoint)).body.attention
    expect(attention).toContainEqual(expect.objectContaining({ kind: 'webhooks-paused', count: 1, to: '/admin/webhooks' }))
    await site.call(admin, contract.changeWebhookEndpoint, { params: { id }, body: { isPaused: false } })
    expect(await findWebhook(id)).toMatchObject({ pausedAt: null, pausedReason: null, failingSince: null })
  })

  test('is paused after a 410 response', async () => {
    receiver.respond = (response) => void response.writeHead(410).end()
    const { id } = (await createWebhook()).body
    await postTopic()
    await runJobs()
    expect((await listDeliveries(id))[0]?.state).toBe('failed')
    expect((await findWebhook(id))?.pausedReason).toContain('410')
  })

  test('refuses to retry a job while the webhook is paused, and runs it again after the webhook was resumed', async () => {
    receiver.respond = (response) => void response.writeHead(410).end()
    const { id } = (await createWebhook()).body
    await postTopic()
    await runJobs()
    const [job] = (await site.call(admin, listJobsEndpoint)).body
    const retry = () => site.call(admin, retryJobEndpoint, { params: { id: job.id }, body: {} })
    expect(await retry()).toMatchObject({
      status: 409,
      body: { code: 'webhook.paused', message: 'The webhook is paused. Resume it first.' },
    })
    expect((await site.call(admin, listJobsEndpoint)).body).toEqual([job])
    await site.call(admin, contract.changeWebhookEndpoint, { params: { id }, body: { isPaused: false } })
    receiver.respond = respondNoContent
    expect((await retry()).status).toBe(200)
    await runJobs()
    expect((await listDeliveries(id))[0]).toMatchObject({ state: 'delivered' })
  })

  test('logs no error when a delivery waits while the webhook is paused', async () => {
    const { id } = (await createWebhook()).body
    await postTopic()
    await site.call(admin, contract.changeWebhookEndpoint, { params: { id }, body: { isPaused: true } })
    const logged: [level: string, message: unknown][] = []
    const level = (name: string) => (_fields: unknown, message: unknown) => void logged.push([name, message])
    const log = { info: level('info'), warn: level('warn'), error: level('error') }
    await runDueJobs({ ...site.ctx, log }, [handler])
    expect((await listDeliveries(id))[0]).toMatchObject({ state: 'failed', error: 'The webhook is paused.' })
    expect(logged).toEqual([['info', 'queued job refused']])
  })

  test('sends a test event at once, even if paused', async () => {
    const { id } = (await createWebhook()).body
    await site.call(admin, contract.changeWebhookEndpoint, { params: { id }, body: { isPaused: true, description: 'Off for now' } })
    const testResponse = await site.call(admin, contract.testWebhookEndpoint, { params: { id } })
    expect(testResponse).toMatchObject({ status: 200, body: { event: 'webhook.test', state: 'delivered', status: 204 } })
    expect(JSON.parse(receiver.calls[0]?.body ?? '').data).toEqual({ id, description: 'Off for now' })
  })

  test('loses its deliveries after 30 days, and can be deleted', async () => {
    const { id } = (await createWebhook()).body
    await postTopic()
    await runJobs()
    await removeOldDeliveries(site.ctx, Date.now() + 29 * 86_400_000)
    expect(await listDeliveries(id)).toHaveLength(1)
    expect(await removeOldDeliveries(site.ctx, Date.now() + 31 * 86_400_000)).toBeUndefined()
    expect(await listDeliveries(id)).toEqual([])
    expect((await site.call(admin, contract.deleteWebhookEndpoint, { params: { id } })).body).toEqual({ ok: true })
    expect((await lastEntryOf(site.ctx, 'webhook', id)).action).toBe('webhook.delete')
  })
})

describe('the webhook API', () => {
  test('rejects invalid events and more than the maximum number of webhooks', async () => {
    expect((await createWebhook({ events: [] })).body.errors[0].path).toBe('events')
    expect((await createWebhook({ events: ['password.changed'] })).status).toBe(400)
    for (let n = 0; n < WEBHOOKS_MAX; n++) expect((await createWebhook()).status).toBe(201)
    expect((await createWebhook()).body.code).toBe('webhook.too_many')
  })
  test('returns 404 for unknown ids', async () => {
    const params = { id: 999_999 }
    for (const endpoint of [
      contract.deleteWebhookEndpoint,
      contract.rotateWebhookSecretEndpoint,
      contract.testWebhookEndpoint,
      deliveryContract.replayDeliveryEndpoint,
    ])
      expect((await site.call(admin, endpoint, { params })).status).toBe(404)
  })
  test('denies access to visitors and members', async () => {
    const body = { url: receiver.url, events: ['topic.created'] }
    for (const [, endpoint] of Object.entries(contract).filter(([name]) => name.endsWith('Endpoint')))
      for (const [who, status] of [
        [null, 401],
        [member, 403],
      ] as const)
        expect((await site.call(who, endpoint as typeof contract.listWebhooksEndpoint, { params: { id: 1 }, body } as never)).status).toBe(
          status,
        )
  })
})
