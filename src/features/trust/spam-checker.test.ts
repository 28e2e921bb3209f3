/** The outside spam checker, with a real HTTP server in its place. */
import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listWaitingPostsEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { setSpamChecker } from './spam-checker.service.ts'
import { makeMemberOfLevel } from './trust.factory.ts'

let site: TestSite
let admin: Viewer
const postTopic = (who: Viewer, { content = 'What is a sensible flow temperature?' } = {}) =>
  site.call(who, postTopicEndpoint, { body: { title: 'Flow temperature', content, categoryId: 1 } })
let server: Server
let respond: () => { status: number; body: string; delayMs?: number }
const received: unknown[] = []
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()))
      const { status, body, delayMs = 0 } = respond()
      setTimeout(() => response.writeHead(status, { 'content-type': 'application/json' }).end(body), delayMs)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  setSpamChecker(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/check`)
})
afterEach(() => received.splice(0))
afterAll(async () => {
  setSpamChecker(undefined)
  server.closeAllConnections()
  server.close()
  await site.close()
})

test('makes a post wait, with its score and detail', async () => {
  respond = () => ({ status: 200, body: '{"isSpam":true,"score":0.95,"detail":"Known phrase"}' })
  const { body } = await postTopic(await makeMemberOfLevel(site.ctx, 1), { content: 'Casino https://c.example' })
  expect(body).toMatchObject({ status: 'waiting', waitingFor: ['spam-checker'] })
  expect((await site.call(admin, listWaitingPostsEndpoint)).body.find(({ id }: { id: number }) => id === body.id).reasons).toEqual([
    { code: 'spam-checker', score: 0.95, detail: 'Known phrase' },
  ])
  expect(received).toMatchObject([
    { kind: 'topic', title: 'Flow temperature', content: 'Casino https://c.example', domains: ['c.example'], author: { level: 1 } },
  ])
})

test.each([
  ['an error', { status: 500, body: '{"isSpam":true}' }],
  ['an invalid response', { status: 200, body: '{"spam":1}' }],
  ['no response within two seconds', { status: 200, body: '{"isSpam":true}', delayMs: 2500 }],
])('has no opinion after %s', async (_name, response) => {
  respond = () => response
  expect((await postTopic(await makeMemberOfLevel(site.ctx, 1))).body.status).toBe('visible')
})

test('is not asked about posts of level 3 and administrators', async () => {
  respond = () => ({ status: 200, body: '{"isSpam":true}' })
  for (const who of [await makeMemberOfLevel(site.ctx, 3), admin]) expect((await postTopic(who)).body.status).toBe('visible')
  expect(received).toEqual([])
})
