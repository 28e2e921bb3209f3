/** Tests webhook deliveries: the request, the stored response, retries and automatic pausing. */
import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, ctx, DAY_MS, entries, goTo, NOW, useEditorFixture } from '#tests/support/editor-fixture.ts'
import type { JobHandler, RunningJob } from '#features/job-queue/job-handler.service.ts'
import { seal } from '#platform/config/secret-box.ts'
import { createWebhookHandler, deliverNow } from './delivery.service.ts'
import { removeOldDeliveries } from './delivery-retention.service.ts'
import { respondNoContent, startReceiver, type WebhookReceiver } from './webhook.factory.ts'
import { secretPurpose } from './webhook.queries.ts'
import { allowPrivateTargets } from './webhook-target.ts'

useEditorFixture()
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
beforeEach(async () => {
  allowPrivateTargets([receiver.target])
  for (const table of ['webhook_deliveries', 'webhooks'] as const) await ctx.db.deleteFrom(table).execute()
})
afterEach(() => {
  receiver.respond = respondNoContent
  receiver.calls.length = 0
})

const SECRETS = ['one', 'two'].map((word) => `whsec_${Buffer.from(word).toString('base64')}`)
const PAYLOAD = '{"type":"topic.created","ä":1}'
async function makeDelivery(webhookOverrides: object = {}): Promise<{ webhookId: number; id: number }> {
  const row = { url: receiver.url, description: '', events: '[]', secret: '', created_at: at(0), ...webhookOverrides }
  const { id: webhookId } = await ctx.db.insertInto('webhooks').values(row).returning('id').executeTakeFirstOrThrow()
  const sealText = (text: string | undefined) => (text === undefined ? null : seal(text, secretPurpose(webhookId)))
  const secrets = { secret: sealText(SECRETS[0]) ?? '', old_secret: sealText(SECRETS[1]) }
  await ctx.db.updateTable('webhooks').set(secrets).where('id', '=', webhookId).execute()
  const delivery = { webhook_id: webhookId, event_id: 'msg_1', event: 'topic.created', payload: PAYLOAD, created_at: at(0) }
  return { webhookId, ...(await ctx.db.insertInto('webhook_deliveries').values(delivery).returning('id').executeTakeFirstOrThrow()) }
}
const readDelivery = (id: number) => ctx.db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const readWebhook = (id: number) => ctx.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
// A call outside a transaction adds 100, so that it is distinguished from one within.
let finishCalls = 0
const job: RunningJob = {
  id: 1,
  attempt: 1,
  isLastAttempt: false,
  signal: new AbortController().signal,
  finish: async (db) => void (finishCalls += db.isTransaction ? 1 : 100),
}
const runDelivery = (id: number, handler: JobHandler = createWebhookHandler()) => handler.run(ctx, { deliveryId: id }, job)

describe('a successful delivery', () => {
  test('is signed, and its response is stored', async () => {
    const { id, webhookId } = await makeDelivery({ failing_since: at(-1) })
    receiver.respond = (response) => void response.writeHead(299).end('Thank\0you')
    goTo(1999)
    finishCalls = 0
    await runDelivery(id)
    const [call] = receiver.calls
    const seconds = Math.floor(NOW / 1000) + 1
    const signature = createHmac('sha256', 'one').update(`msg_1.${seconds}.${PAYLOAD}`).digest('base64')
    expect(call?.body).toBe(PAYLOAD)
    expect(call?.headers).toMatchObject({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${signature}`,
      'content-type': 'application/json',
      'content-length': '31',
      'user-agent': 'net-zero-site (webhook)',
    })
    expect(await readDelivery(id)).toMatchObject({
      attempts: 1,
      attempted_at: at(1999),
      delivered_at: at(1999),
      failed_at: null,
      status: 299,
      answer: 'Thank\uFFFDyou',
      error: null,
    })
    expect((await readWebhook(webhookId)).failing_since).toBeNull()
    expect(finishCalls).toBe(1)
    await runDelivery(id)
    await runDelivery(id + 1000)
    expect(receiver.calls).toHaveLength(1)
  })

  test.each([
    [1, 2],
    [0, 1],
    [-1, 1],
  ])('whose old secret expires in %d ms has %d signature(s)', async (ms, signatures) => {
    const { id } = await makeDelivery({ old_secret_until: at(ms) })
    await runDelivery(id)
    expect(String(receiver.calls[0]?.headers['webhook-signature']).split(' ')).toHaveLength(signatures)
  })
})

describe('a delivery that fails', () => {
  test.each([
    [199 + 101, 'HTTP 300: redirects are not followed.'],
    [399, 'HTTP 399: redirects are not followed.'],
    [400, 'HTTP 400.'],
    [503, 'HTTP 503.'],
  ])('with status %d stores "%s"', async (status, error) => {
    const { id, webhookId } = await makeDelivery()
    receiver.respond = (response) => void response.writeHead(status).end('x'.repeat(2049))
    await expect(runDelivery(id)).rejects.toMatchObject({ message: error, isFinal: false })
    expect(await readDelivery(id)).toMatchObject({
      attempts: 1,
      delivered_at: null,
      failed_at: null,
      status,
      answer: 'x'.repeat(2048),
      error,
    })
    expect(await readWebhook(webhookId)).toMatchObject({ failing_since: at(0), paused_at: null })
    expect(await entries()).toEqual([])
  })

  test.each<[string, object, string]>([
    ['a secret that cannot be decrypted', {}, 'Its secret cannot be decrypted because SECRET_KEY has changed. Create a new secret.'],
    ['a private address', { url: 'https://127.0.0.1/' }, 'It is not on the public internet.'],
    ['an invalid URL', { url: 'ftp://x' }, 'It is no web address.'],
  ])('because of %s sends no request', async (cause, values, error) => {
    const { id, webhookId } = await makeDelivery(values)
    if (cause.startsWith('a secret'))
      await ctx.db
        .updateTable('webhooks')
        .set({ secret: seal('x', 'another'), old_secret: null })
        .where('id', '=', webhookId)
        .execute()
    await expect(runDelivery(id)).rejects.toMatchObject({ message: error, isFinal: false })
    expect(await readDelivery(id)).toMatchObject({ attempts: 1, status: null, answer: null, error })
    expect(receiver.calls).toEqual([])
  })

  test.each([
    [3 * DAY_MS - 1, null],
    [3 * DAY_MS, 'All deliveries have failed for 3 days.'],
  ])('after %d ms of failures leaves the webhook with the pause reason %j', async (ms, reason) => {
    const { id, webhookId } = await makeDelivery({ failing_since: at(-ms) })
    receiver.respond = (response) => void response.writeHead(500).end()
    await expect(runDelivery(id)).rejects.toMatchObject({ isFinal: false })
    expect(await readWebhook(webhookId)).toMatchObject({
      failing_since: at(-ms),
      paused_at: reason === null ? null : at(0),
      paused_reason: reason,
    })
    expect(await entries()).toEqual(reason === null ? [] : [['webhook.pause', 'webhook', webhookId, receiver.url, null, { reason }]])
  })

  test('with status 410 pauses the webhook and is not retried', async () => {
    const { id, webhookId } = await makeDelivery()
    receiver.respond = (response) => void response.writeHead(410).end()
    await expect(runDelivery(id)).rejects.toMatchObject({ message: 'HTTP 410.', isFinal: true })
    const reason = 'The receiver responded with 410 Gone.'
    expect(await readWebhook(webhookId)).toMatchObject({ paused_at: at(0), paused_reason: reason })
    expect(await entries()).toEqual([['webhook.pause', 'webhook', webhookId, receiver.url, null, { reason }]])
    receiver.calls.length = 0
    await expect(runDelivery(id)).rejects.toMatchObject({ message: 'The webhook is paused.', isFinal: true })
    expect(receiver.calls).toEqual([])
  })

  test('has increasing retry delays, from 10 s to 24 h, shortened by up to 25 % jitter, for 9 retries', () => {
    const handler = createWebhookHandler()
    const maxDelays = [10, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, 0].map((seconds) => seconds * 1000)
    for (const [n, ms] of maxDelays.entries()) {
      const delays = Array.from({ length: 50 }, () => handler.getRetryDelayMs(n + 1))
      expect(delays.filter((delay) => delay > ms || delay < ms * 0.75 - 1)).toEqual([])
    }
    expect(handler).toMatchObject({ maxAttempts: 10, concurrency: 1 })
  })

  test('is marked as failed after the last attempt', async () => {
    const { id } = await makeDelivery()
    goTo(5000)
    await createWebhookHandler().onFinalFailure?.(ctx, { deliveryId: id }, 'HTTP 500.')
    expect(await readDelivery(id)).toMatchObject({ failed_at: at(5000), error: 'HTTP 500.', attempts: 0 })
  })
})

describe('deliverNow', () => {
  test('sends even if the webhook is paused, and stores the result', async () => {
    const { id, webhookId } = await makeDelivery({ paused_at: at(0), failing_since: at(-1) })
    await deliverNow(ctx, id)
    expect(await readDelivery(id)).toMatchObject({ delivered_at: at(0), failed_at: null, status: 204, answer: '' })
    expect((await readWebhook(webhookId)).failing_since).toBeNull()
    receiver.respond = (response) => void response.writeHead(500).end()
    const second = await makeDelivery()
    await deliverNow(ctx, second.id)
    expect(await readDelivery(second.id)).toMatchObject({
      delivered_at: null,
      failed_at: at(0),
      status: 500,
      error: 'HTTP 500.',
      attempts: 1,
    })
    expect((await readWebhook(second.webhookId)).failing_since).toBeNull()
    await deliverNow(ctx, second.id + 1000)
    expect(receiver.calls).toHaveLength(2)
  })
})

test('removeOldDeliveries purges deliveries after 30 days', async () => {
  const { id } = await makeDelivery()
  expect(await removeOldDeliveries(ctx, NOW + 30 * DAY_MS)).toBe(at(30 * DAY_MS))
  expect((await readDelivery(id)).id).toBe(id)
  expect(await removeOldDeliveries(ctx, NOW + 30 * DAY_MS + 1)).toBeUndefined()
})
