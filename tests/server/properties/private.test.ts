/**
 * Tests that personal data is in no response to another reader. Two members, an administrator and a visitor read every page and every read
 * endpoint, with the ids of their own items and of each other's: from caches that another reader has filled, and over a socket, where cached
 * responses are sent before any routing.
 */
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN_HOST } from '#tests/support/test-installation.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import { addOfficeMarkers, createPerson, isReadable, type Person } from './markers.ts'
import { listReads, type Read } from './reads.ts'
import { openWorld, type World } from './world.ts'

type Reader = Person | undefined
interface Received {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

let world: World
let people: [ada: Person, ben: Person, chief: Person]
let reads: Read[]
beforeAll(async () => {
  world = await openWorld({ pages: true, listens: true })
  people = [await createPerson(world, 'Ada'), await createPerson(world, 'Ben'), await createPerson(world, 'Chief', 'admin')]
  await addOfficeMarkers(world, people[2], people.slice(0, 2))
  // A URL without a person's id is in all lists and is read once.
  const lists = await Promise.all(people.map(({ rows }) => listReads(world, { rows })))
  reads = [...new Map(lists.flat().map((read) => [read.url, read])).values()]
})
afterAll(() => world.close())

/** The member hint cookie of each reader, once a response has set it. The first request is sent without it. */
const hints = new Map<Reader, string>()

function readAs({ url }: Pick<Read, 'url'>, reader: Reader, extra: Record<string, string> = {}): Promise<Received> {
  const cookie = [reader?.cookie, hints.get(reader)].filter(Boolean).join('; ')
  const headers = { host: MAIN_HOST, 'user-agent': 'test bot', ...(cookie ? { cookie } : {}), ...extra }
  return new Promise((resolve, reject) => {
    const sent = request({ port: world.installation.port, path: url, headers }, (response) => {
      const parts: Buffer[] = []
      const hint = response.headers['set-cookie']?.find((one) => one.startsWith('member='))
      if (hint) hints.set(reader, hint.split(';')[0] ?? '')
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() }),
      )
      response.on('error', reject)
    })
    sent.on('error', reject).end()
  })
}

/** Returns a description of each marker that the reader must not find in the response. */
function findCrossed({ text, headers }: Received, reader: Reader, url: string): string[] {
  const all = text + JSON.stringify(headers)
  return people.flatMap((owner) =>
    [...owner.markers]
      // The reader already knows what is in the URL, and a page names its URL.
      .filter(([field, marker]) => all.includes(marker) && !url.includes(marker) && !isReadable(field, owner, reader, url))
      .map(([field]) => `${reader?.name ?? 'visitor'} reads the ${field} of ${owner.name}`),
  )
}

const isOneOf = (headers: Received['headers'], words: readonly string[]) =>
  words.some((word) => String(headers['cache-control']).includes(word))

/** Returns the readers in every rotation, so that each is first once. */
function* orders(): Generator<Reader[]> {
  const all: Reader[] = [...people, undefined]
  for (const first of all.keys()) yield [...all.slice(first), ...all.slice(0, first)]
}

test('personal data is in no response to another reader', async () => {
  const findings: string[] = []
  const found = new Set<string>()
  const allOrders = [...orders()]
  for (const [at, read] of reads.entries())
    // By day each URL is read in one order; the next URL in another one.
    for (const order of isNightly ? allOrders : [allOrders[at % allOrders.length] as Reader[]]) {
      const received = new Map<Reader, Received>()
      // Each reader reads cacheable responses twice, the second time from the cache.
      for (const reader of read.kind === 'api' && read.access !== 'public' ? order : [...order, ...order]) {
        const response = await readAs(read, reader)
        for (const [field, marker] of reader?.markers ?? []) if (response.text.includes(marker)) found.add(`${reader?.name} ${field}`)
        for (const crossed of findCrossed(response, reader, read.url)) findings.push(`${read.url}: ${crossed}`)
        received.set(reader, response)
      }
      for (const finding of findHeaderErrors(received)) findings.push(`${read.url}: ${finding}`)
      if (isNightly) world.invalidate('settings')
    }
  expect([...new Set(findings)]).toEqual([])
  // Each reader must find their own markers; otherwise the test would prove nothing.
  expect(
    people.flatMap(({ name, markers }) => [...markers.keys()].map((field) => `${name} ${field}`)).filter((one) => !found.has(one)),
  ).toEqual([])
})

/** Returns errors in the headers of a URL's responses: different content needs different ETags, and per-user content must be private. */
function findHeaderErrors(received: ReadonlyMap<Reader, Received>): string[] {
  const errors: string[] = []
  const visitors = received.get(undefined)
  const tags = new Map<string, string>()
  for (const [reader, { status, headers, text }] of received) {
    if (status >= 500) errors.push(`status ${status}`)
    const etag = headers['etag']
    if (typeof etag === 'string' && status === 200) {
      if (tags.has(etag) && tags.get(etag) !== text) errors.push('one ETag for two contents')
      tags.set(etag, text)
    }
    if (reader && status === 200 && text !== visitors?.text && !isOneOf(headers, ['private', 'no-store']))
      errors.push(`${reader.name} receives "${String(headers['cache-control'])}"`)
  }
  return errors
}

test('personal data is in no cached response or cached data', async () => {
  const { responseCache, dataCache } = world.installation.built
  const values = new Map<string, unknown>()
  const { get } = dataCache
  dataCache.get = async (site, key, create) => {
    const found = await get.call(dataCache, site, key, create)
    values.set(key, found.value.result)
    return found
  }
  world.invalidate('settings')
  let responses = 0
  for (const read of reads.filter(({ access, isPrivate }) => access === 'public' && !isPrivate)) {
    await readAs(read, people[0])
    await readAs(read, undefined)
    const response = responseCache.getIfCached(`${world.site.id} http://${MAIN_HOST}${read.url}`)
    if (!response) continue
    responses += 1
    const { identity, headers, status } = response
    expect(findCrossed({ status, headers, text: identity.toString() }, undefined, read.url), read.url).toEqual([])
  }
  for (const [key, value] of values)
    expect(findCrossed({ status: 200, headers: {}, text: JSON.stringify(value) }, undefined, key.split(' ')[1] ?? ''), key).toEqual([])
  expect(responses).toBeGreaterThan(60)
  expect(values.size).toBeGreaterThan(60)
  dataCache.get = get
})

test('each reader has their own votes and watches', async () => {
  const [ada, ben] = people
  const topicId = ada.rows['topics']?.['id']
  const mine = { votes: `/api/votes/mine?topicId=${String(topicId)}`, watch: `/api/me/topic-watches/${String(topicId)}` }
  for (const [reader, value] of [
    [ben, -1],
    [people[2], 1],
  ] as const)
    // prettier-ignore
    await world.mustSend('POST', '/api/votes', { cookie: reader.cookie, body: { subject: 'topic', id: topicId, value } })
  const valuesOf = async (reader: Person) => {
    const [votes, watch] = [await readAs({ url: mine.votes }, reader), await readAs({ url: mine.watch }, reader)]
    return [JSON.parse(votes.text).map(({ value }: { value: number }) => value), JSON.parse(watch.text).isWatching]
  }
  expect(await valuesOf(ada)).toEqual([[], true])
  expect(await valuesOf(ben)).toEqual([[-1], false])
  expect(await valuesOf(people[2])).toEqual([[1], false])
})

test('a shared page is the same for every reader, and a personal page returns 304 only while unchanged', async () => {
  const readers: Reader[] = [...people, undefined]
  const pages = await Promise.all(readers.map((reader) => readAs({ url: '/about' }, reader)))
  expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
  expect(new Set(pages.map(({ headers }) => headers['etag'])).size).toBe(1)
  const own = { url: '/account' }
  const tags = await Promise.all(people.map(async (reader) => String((await readAs(own, reader)).headers['etag'])))
  for (const [at, reader] of people.entries())
    for (const [other, tag] of tags.entries())
      expect((await readAs(own, reader, { 'if-none-match': tag })).status, `${at} with the tag of ${other}`).toBe(at === other ? 304 : 200)
  await world.mustSend('PATCH', '/api/me', { cookie: people[0].cookie, body: { displayName: 'Ada the Second' } })
  expect((await readAs(own, people[0], { 'if-none-match': tags[0] ?? '' })).status).toBe(200)
})
