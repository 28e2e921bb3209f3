/** Tests conditional requests (RFC 9110 §13) for every cacheable response, by clients with the same or an older version. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN_HOST } from '#tests/support/test-installation.ts'
import { listReads, type Read } from './reads.ts'
import { openWorld, type World } from './world.ts'

const FUTURE = 'Fri, 01 Jan 2100 00:00:00 GMT'

let world: World
let reads: Read[]
beforeAll(async () => {
  world = await openWorld({ pages: true })
  reads = (await listReads(world)).filter(({ access }) => access === 'public')
})
afterAll(() => world.close())

async function read({ url }: Read, condition: Record<string, string> = {}) {
  const headers = { host: MAIN_HOST, ...world.installation.newCaller(), 'user-agent': 'test bot', ...condition }
  return world.installation.built.app.inject({ method: 'GET', url, headers })
}

test('the ETag alone decides whether a response is sent again, whatever the date of the client', async () => {
  const wrong: unknown[] = []
  let checked = 0
  for (const one of reads) {
    const { statusCode, headers } = await read(one)
    const etag = String(headers['etag'] ?? '')
    if (statusCode !== 200 || etag === '') continue
    checked++
    const other = await read(one, { 'if-none-match': '"another"', 'if-modified-since': FUTURE })
    const same = await read(one, { 'if-none-match': etag, 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })
    if (other.statusCode === 304 || same.statusCode !== 304) wrong.push([one.url, other.statusCode, same.statusCode])
  }
  expect(wrong).toEqual([])
  expect(checked).toBeGreaterThan(90)
})

test('a response with a date and no ETag of the client is sent again only after the date', async () => {
  const dated: string[] = []
  for (const one of reads) {
    const { headers } = await read(one)
    const modified = headers['last-modified']
    if (modified === undefined) continue
    dated.push(one.url)
    const earlier = new Date(Date.parse(String(modified)) - 1000).toUTCString()
    expect((await read(one, { 'if-modified-since': String(modified) })).statusCode, one.url).toBe(304)
    expect((await read(one, { 'if-modified-since': earlier })).statusCode, one.url).toBe(200)
  }
  expect(dated).not.toEqual([])
})
