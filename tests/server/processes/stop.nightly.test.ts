/** Shutdown, and starts with an invalid setting. */
import { Agent, request } from 'node:http'
import { expect, test, vi } from 'vitest'
import { openSite } from '#db/open-site.ts'
import { openSqlite } from '#db/sqlite/sqlite.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { startRequest } from '#tests/support/slow-request.ts'

test('SIGTERM finishes running requests, flushes view counts and releases the data folder', async () => {
  const server = await startServer()
  const headers = { 'user-agent': 'Mozilla/5.0' }
  const slug = ((await (await fetch(`${server.url}/api/articles?perPage=1&view=card`)).json()) as { slug: string }[])[0]?.slug ?? ''
  expect((await fetch(`${server.url}/articles/${slug}`, { headers })).status).toBe(200)
  const subscription = startRequest(`${server.url}/api/newsletter`, JSON.stringify({ email: 'late@example.org' }))
  await subscription.accepted
  const stopped = server.stop()
  await vi.waitFor(() => expect(fetch(`${server.url}/healthz`)).rejects.toThrow(/fetch failed/), 60_000)
  subscription.finish()
  expect(await subscription.status).toBe(200)
  expect(await stopped).toBe(0)

  const engine = openSqlite(server.dataDir)
  const db = await openSite(engine, 'main')
  const article = await db.selectFrom('articles').select('views').where('slug', '=', slug).executeTakeFirstOrThrow()
  expect(article.views).toBe(1)
  expect(await db.selectFrom('subscribers').select('email').execute()).toEqual([{ email: 'late@example.org' }])
  await db.destroy()
  await engine.close()
  removeData(server.dataDir)
})

test('clients on keep-alive connections are never cut off: their last response says Connection: close', async () => {
  const server = await startServer({ CONTENT: 'empty' })
  const statuses: (number | undefined)[][] = Array.from({ length: 20 }, () => [])
  const visitors = statuses.map((mine) => askUntilClosed(server.url, mine))
  await vi.waitFor(() => expect(Math.min(...statuses.map(({ length }) => length))).toBeGreaterThan(1), 60_000)
  const stopped = server.stop()
  expect(await Promise.all(visitors)).toEqual(visitors.map(() => 'closed'))
  expect(statuses.flat().filter((status) => status !== 200)).toEqual([])
  expect(await stopped).toBe(0)
  removeData(server.dataDir)
})

test('a request that never ends is aborted, and the server stops', async () => {
  const server = await startServer({ CONTENT: 'empty', STOP_WITHIN_SECONDS: '1' })
  const endless = startRequest(`${server.url}/api/newsletter`, JSON.stringify({ email: 'never@example.org' }))
  await endless.accepted
  const status = endless.status.catch(() => 'cut off')
  expect(await server.stop()).toBe(0)
  expect(await status).toBe('cut off')
  removeData(server.dataDir)
})

test('queued picture requests do not delay the shutdown', async () => {
  const server = await startServer()
  const ask = async (id: number) => (await fetch(`${server.url}/share/topic/${id}.png`)).status
  expect(await ask(1)).toBe(200)
  const asked = Array.from({ length: 40 }, (_, n) => ask(n + 2).catch(() => 'closed'))
  // The first picture is done, so the others are queued.
  await Promise.race(asked)
  expect(await server.stop()).toBe(0)
  expect(await Promise.all(asked)).toEqual(expect.arrayContaining([503]))
  removeData(server.dataDir)
})

test('an invalid setting stops the start with its name', async () => {
  await expect(startServer({ CONTENT: 'everything' })).rejects.toThrow(/CONTENT must be demo, starter or empty/)
})

/** Sends requests over one connection until a response announces that it closes. */
async function askUntilClosed(url: string, statuses: (number | undefined)[]): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (;;) {
      const { status, closes } = await new Promise<{ status: number | undefined; closes: boolean }>((resolve, reject) => {
        request(`${url}/about`, { agent }, (response) => {
          response.resume()
          response.on('end', () => resolve({ status: response.statusCode, closes: response.headers.connection === 'close' }))
        })
          .on('error', reject)
          .end()
      })
      statuses.push(status)
      if (closes) return 'closed'
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } catch (error) {
    return String(error)
  } finally {
    agent.destroy()
  }
}
