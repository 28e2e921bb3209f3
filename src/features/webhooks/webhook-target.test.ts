/** Tests the SSRF protection: webhooks cannot reach the internal network of the server. */
import type { LookupAddress } from 'node:dns'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { createWebhookHandler } from './delivery.service.ts'
import * as contract from './webhook.contract.ts'
import * as deliveryContract from './delivery.contract.ts'
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
  receiver.respond = respondNoContent
  receiver.calls.length = 0
  for (const table of ['queued_jobs', 'webhook_deliveries', 'webhooks'] as const) await site.ctx.db.deleteFrom(table).execute()
})

const handler = createWebhookHandler()
const runJobs = (webhookHandler = handler) => runDueJobs(site.ctx, [webhookHandler])
const createWebhook = (body: object = {}, url = receiver.url) =>
  site.call(admin, contract.createWebhookEndpoint, { body: { url, events: ['topic.created'], ...body } })
const listDeliveries = async (id: number): Promise<deliveryContract.WebhookDelivery[]> =>
  (await site.call(admin, deliveryContract.listDeliveriesEndpoint, { params: { id } })).body
const postTopic = async (): Promise<number> => {
  const category = await site.ctx.db.selectFrom('categories').select('id').executeTakeFirstOrThrow()
  const body = { title: 'Which pump', content: 'Ours is from 1998 and loud.', categoryId: category.id }
  return (await site.call(member, postTopicEndpoint, { body })).body.id
}

describe('SSRF protection', () => {
  test.each([
    'http://example.org/hook',
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://[::ffff:10.0.0.1]/hook',
    'https://10.0.0.5/hook',
    'https://192.168.1.1/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/hook',
    'https://metadata.google.internal/',
    'https://2130706433/',
    'https://example.org:6379/',
    'https://me:secret@example.org/hook',
    'ftp://example.org/',
    'nothing',
  ])('rejects the webhook URL %s', async (url) => {
    const response = await createWebhook({}, url)
    expect(response).toMatchObject({ status: 400, body: { errors: [{ path: 'url' }] } })
  })

  test('does not call a host if any of its addresses is private', async () => {
    const lookups: string[] = []
    const addresses: string[][] = [['10.0.0.7'], ['93.184.215.14', '127.0.0.1'], ['::ffff:127.0.0.1']]
    const handlerWithDns = createWebhookHandler({
      resolve: (name, done) => {
        lookups.push(name)
        done(
          null,
          (addresses[lookups.length - 1] ?? []).map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
      },
    })
    for (const path of ['a', 'b', 'c']) await createWebhook({}, `https://hooks.example.net/${path}`)
    await postTopic()
    await runJobs(handlerWithDns)
    const rows = await site.ctx.db.selectFrom('webhook_deliveries').select(['error', 'status']).execute()
    expect(rows).toEqual([1, 2, 3].map(() => ({ error: 'It is not on the public internet.', status: null })))
    expect(lookups).toHaveLength(3)
  })

  test('resolves a host once per delivery and connects to that address (DNS rebinding)', async () => {
    // The first lookup returns an allowed address, the second one a private address.
    const port = Number(receiver.target.split(':')[1])
    allowPrivateTargets([receiver.target, `rebinding.example.net:${port}`])
    const addresses = ['127.0.0.1', '10.0.0.1']
    let lookups = 0
    const handlerWithDns = createWebhookHandler({
      resolve: (_name, done) => done(null, [{ address: addresses[lookups++] ?? '', family: 4 }]),
    })
    const { id } = (await createWebhook({}, `http://rebinding.example.net:${port}/hook`)).body
    await postTopic()
    await runJobs(handlerWithDns)
    expect(lookups).toBe(1)
    expect(receiver.calls).toHaveLength(1)
    expect((await listDeliveries(id))[0]?.state).toBe('delivered')
    await postTopic()
    await runJobs(handlerWithDns)
    expect(lookups).toBe(2)
    expect(receiver.calls).toHaveLength(1)
    expect((await listDeliveries(id))[0]).toMatchObject({ state: 'waiting', error: 'It is not on the public internet.' })
  })

  test('does not follow redirects', async () => {
    receiver.respond = (response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
    const { id } = (await createWebhook()).body
    await postTopic()
    await runJobs()
    expect((await listDeliveries(id))[0]).toMatchObject({
      state: 'waiting',
      status: 307,
      error: 'HTTP 307: redirects are not followed.',
    })
    expect(receiver.calls).toHaveLength(1)
  })
})
