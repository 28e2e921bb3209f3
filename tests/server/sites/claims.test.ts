/** A copy that nobody has claimed says so on every page before it retires, and one that has its administrator never retires. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { retireUnclaimedSites } from '#features/deployment/deployment.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { MAIN_HOST, openTestInstallation, silentLog, type TestInstallation } from '#tests/support/test-installation.ts'
import { formatLongDate, formatShortDateTime } from '#wording/dates.ts'

const HOUR = 3_600_000
let installation: TestInstallation
let admin: Viewer

/** As a start finds it: no copy is open yet. */
const start = () => installation.start({ pages: true, opensAll: false })
beforeAll(async () => {
  installation = await openTestInstallation()
  admin = await makeUser(installation.main, { isAdmin: true })
  await start()
})
afterEach(() => {
  vi.useRealTimers()
  installation.viewer = null
})
afterAll(() => installation.close())

const post = (host: string, url: string, body: object = {}) => installation.ask(host, url, { body })
async function launch(siteName: string, more: object = {}) {
  const { body, number, host } = await installation.launch({ siteName, content: 'empty', ...more })
  return { ...body, id: number, host } as { id: number; host: string; claimUntil: string; claimLink: string }
}
/** What a visitor reads, without the data behind the page. */
async function read(host: string, url = '/'): Promise<string> {
  const { body } = await installation.ask(host, url)
  return body.slice(0, body.indexOf('<script id="boot"')).replaceAll('<!-- -->', '')
}
const claim = (host: string, link: string) => {
  const form = { username: 'keeper', email: 'keeper@example.org', password: 'a lantern in the lane' }
  return post(host, '/api/claim', { ...form, token: new URL(link).hash.slice(1) })
}
/** Only the date moves: timers and the database go on. */
const setClock = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time })
const retire = () => retireUnclaimedSites(installation.ctx)
const stateOf = async (id: number) =>
  (await installation.main.db.selectFrom('launches').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const WAITING = 'Nobody has claimed this site yet.'

test('from the first day every page says until when, as its region writes dates; the main site says nothing', async () => {
  const { host, claimUntil } = await launch('Maple Row', { primaryRegion: 'us' })
  for (const url of ['/', '/articles', '/about', '/nowhere', '/sign-in']) {
    const page = await read(host, url)
    expect(page).toContain(`${WAITING} It will be retired on `)
    expect(page).toContain(
      `<time dateTime="${claimUntil}">${formatLongDate(claimUntil, 'en-US')}</time>. Whoever launched it has the link.`,
    )
  }
  const british = await launch('Mill Row')
  expect(await read(british.host)).toContain(`>${formatLongDate(british.claimUntil, 'en-GB')}</time>`)
  expect(await read(british.host)).not.toContain('_claimBarLate')
  // The page of the claim says itself until when its link works.
  expect(await read(host, '/claim')).not.toContain(WAITING)
  expect(await read(MAIN_HOST)).not.toContain(WAITING)
})

test('page, link and retirement go by one and the same moment', async () => {
  const { id, host, claimUntil } = await launch('One Moment')
  const row = await installation.main.db.selectFrom('launches').select('claim_until').where('id', '=', id).executeTakeFirstOrThrow()
  const copy = installation.sites.findByHost(host)!
  const token = await copy.db.selectFrom('one_time_tokens').select('expires_at').where('purpose', '=', 'claim').executeTakeFirstOrThrow()
  expect([row.claim_until, copy.settings.claimUntil, token.expires_at]).toEqual([claimUntil, claimUntil, claimUntil])
})

test('it is gone with the claim, from pages that were kept as well', async () => {
  const { host, claimLink } = await launch('Taken Terrace')
  for (const url of ['/', '/about']) expect(await read(host, url)).toContain(WAITING)
  expect((await claim(host, claimLink)).status).toBe(201)
  for (const url of ['/', '/about']) expect(await read(host, url)).not.toContain(WAITING)
  expect((await installation.ask(host, '/api/site')).body.claim).toBeNull()
})

test('in the last two days it is said loudly, until the moment it retires and not a moment after', async () => {
  const { id, host, claimUntil } = await launch('Forgotten Field')
  const end = Date.parse(claimUntil)
  setClock(end - 49 * HOUR)
  expect(await read(host)).not.toContain('_claimBarLate')
  for (const before of [47 * HOUR, 1]) {
    setClock(end - before)
    await retire()
    expect(await stateOf(id)).toBe('live')
    const page = await read(host)
    expect(page).toContain('_claimBarLate')
    expect(page).toContain(
      `This site will be retired on <span><time dateTime="${claimUntil}">${formatShortDateTime(claimUntil, 'en-GB')}</time><span>\u00a0UTC.</span>`,
    )
  }
  setClock(end)
  expect(await read(host)).toContain('_claimBarLate')
  setClock(end + 10 * 60_000)
  expect(await read(host)).toContain('This site is being retired.')
  await retire()
  expect(await stateOf(id)).toBe('retired')
  expect(await read(host)).not.toContain('Forgotten Field')
})

test('one that is resumed says its new date at once', async () => {
  const { id, host, claimUntil } = await launch('Second Chance')
  const end = Date.parse(claimUntil)
  setClock(end)
  expect(await read(host)).toContain('is being retired')
  await retire()
  setClock(end + 60_000)
  installation.viewer = admin
  const { body } = await post(MAIN_HOST, `/api/admin/sites/${id}/resume`)
  installation.viewer = null
  expect(await read(host)).toContain(`${WAITING} It will be retired on <time dateTime="${body.claimUntil}">`)
  expect((await claim(host, body.claimLink)).status).toBe(201)
})

test('a claimed copy that this process has not opened yet does not retire; nor does one that cannot be asked', async () => {
  const [claimed, waiting, unreadable] = [await launch('Kept Court'), await launch('Lost Court'), await launch('Sunk Court')]
  expect((await claim(claimed.host, claimed.claimLink)).status).toBe(201)
  await start()
  await installation.sites.deleteSite(unreadable.id)
  setClock(Date.parse(waiting.claimUntil) + HOUR)
  // As at a start: the jobs run at once, while the copies are opened one after the other. The site that cannot be asked fails the run.
  await expect(retire()).rejects.toThrow('There is no database of copy')
  expect(await Promise.all([claimed, waiting, unreadable].map(({ id }) => stateOf(id)))).toEqual(['live', 'retired', 'live'])
  expect(await read(claimed.host)).toContain('Kept Court')
})

test('a copy that is retired while the start opens the copies does not answer after it', async () => {
  const ids: number[] = []
  for (const name of ['Early', 'Earlier', 'Late', 'Latest']) ids.push((await launch(`${name} Riser`)).id)
  const [first, last] = [ids[0] as number, ids.at(-1) as number]
  const starting = installation.sitesOf()
  const isOpen = (id: number) => starting.list().some((site) => site.id === `copy_${id}`)
  const opening = starting.openAll(silentLog)
  while (!isOpen(first)) await new Promise((resolve) => setImmediate(resolve))
  expect(isOpen(last)).toBe(false)
  await installation.main.db.updateTable('launches').set({ state: 'retired' }).where('id', '=', last).execute()
  await starting.closeSite(last)
  await opening
  expect(ids.map(isOpen)).toEqual([true, true, true, false])
  await starting.closeAll()
})
