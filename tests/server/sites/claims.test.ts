/** An unclaimed tenant site shows the notice on every page until it retires; a claimed one never retires. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { retireUnclaimedSites } from '#features/deployment/deployment.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { MAIN_HOST, openTestInstallation, silentLog, type TestInstallation } from '#tests/support/test-installation.ts'
import { formatLongDate, formatShortDateTime } from '#wording/dates.ts'

const HOUR = 3_600_000
let installation: TestInstallation
let admin: Viewer

/** Starts the server with no tenant site open yet. */
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
/** Returns the HTML that a visitor reads, without the page's data. */
async function read(host: string, url = '/'): Promise<string> {
  const { body } = await installation.ask(host, url)
  return body.slice(0, body.indexOf('<script id="boot"')).replaceAll('<!-- -->', '')
}
const claim = (host: string, link: string) => {
  const form = { username: 'keeper', email: 'keeper@example.org', password: 'a lantern in the lane' }
  return post(host, '/api/claim', { ...form, token: new URL(link).hash.slice(1) })
}
/** Mocks only the date: timers and the database continue. */
const setClock = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time })
const retire = () => retireUnclaimedSites(installation.ctx)
const stateOf = async (id: number) =>
  (await installation.main.db.selectFrom('launches').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const WAITING = 'This site has not been claimed yet.'

test('every page of an unclaimed site shows its retirement date in the region’s format; the main site shows none', async () => {
  const { host, claimUntil } = await launch('Maple Row', { primaryRegion: 'us' })
  for (const url of ['/', '/articles', '/about', '/nowhere', '/sign-in']) {
    const page = await read(host, url)
    expect(page).toContain(`${WAITING} It will be retired on `)
    expect(page).toContain(
      `<time dateTime="${claimUntil}">${formatLongDate(claimUntil, 'en-US')}</time>. The person who launched it has the claim link.`,
    )
  }
  const british = await launch('Mill Row')
  expect(await read(british.host)).toContain(`>${formatLongDate(british.claimUntil, 'en-GB')}</time>`)
  expect(await read(british.host)).not.toContain('_claimBarLate')
  // The claim page itself states until when its link works.
  expect(await read(host, '/claim')).not.toContain(WAITING)
  expect(await read(MAIN_HOST)).not.toContain(WAITING)
})

test('page, claim link and retirement share one deadline', async () => {
  const { id, host, claimUntil } = await launch('One Moment')
  const row = await installation.main.db.selectFrom('launches').select('claim_until').where('id', '=', id).executeTakeFirstOrThrow()
  const copy = installation.sites.findByHost(host)!
  const token = await copy.db.selectFrom('one_time_tokens').select('expires_at').where('purpose', '=', 'claim').executeTakeFirstOrThrow()
  expect(row.claim_until).toEqual(claimUntil)
  expect(copy.settings.claimUntil).toEqual(claimUntil)
  expect(token.expires_at).toEqual(claimUntil)
})

test('the notice disappears with the claim, from cached pages as well', async () => {
  const { host, claimLink } = await launch('Taken Terrace')
  for (const url of ['/', '/about']) expect(await read(host, url)).toContain(WAITING)
  expect((await claim(host, claimLink)).status).toBe(201)
  for (const url of ['/', '/about']) expect(await read(host, url)).not.toContain(WAITING)
  expect((await installation.ask(host, '/api/site')).body.claim).toBeNull()
})

test('the notice becomes urgent in the last two days, and the site retires at its deadline and not before', async () => {
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

test('a resumed site shows its new date at once', async () => {
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

test('a claimed site that this process has not opened does not retire; nor does one whose database is missing', async () => {
  const [claimed, waiting, unreadable] = [await launch('Kept Court'), await launch('Lost Court'), await launch('Sunk Court')]
  expect((await claim(claimed.host, claimed.claimLink)).status).toBe(201)
  await start()
  await installation.sites.deleteSite(unreadable.id)
  setClock(Date.parse(waiting.claimUntil) + HOUR)
  // As at a start: the jobs run while the sites are being opened. The site without a database fails the run.
  await expect(retire()).rejects.toThrow('There is no database of tenant site')
  expect(await Promise.all([claimed, waiting, unreadable].map(({ id }) => stateOf(id)))).toEqual(['live', 'retired', 'live'])
  expect(await read(claimed.host)).toContain('Kept Court')
})

test('a site that is retired while the start opens the sites is not served after it', async () => {
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
