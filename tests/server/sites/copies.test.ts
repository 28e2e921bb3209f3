/** Administration of tenant sites by the main site's administrator. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { retireUnclaimedSites } from '#features/deployment/deployment.service.ts'
import { syncSiteStates } from '#features/deployment/copies/copies.service.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { putFile } from '#tests/support/site-files.ts'
import { MAIN_HOST, openTestInstallation, type RequestOptions, type TestInstallation } from '#tests/support/test-installation.ts'

let installation: TestInstallation
let admin: Viewer
let member: Viewer
beforeAll(async () => {
  installation = await openTestInstallation()
  admin = await makeUser(installation.main, { isAdmin: true })
  member = await makeUser(installation.main)
  await installation.start()
})
beforeEach(() => void (installation.viewer = admin))
afterAll(() => installation.close())

const ask = (host: string, url: string, asked?: RequestOptions) => installation.ask(host, url, asked)
const post = (url: string, body: object = {}) => ask(MAIN_HOST, url, { body })
const launch = (siteName: string, more: object = {}) => installation.launch({ siteName, content: 'empty', ...more })
const list = async (query = '') => (await ask(MAIN_HOST, `/api/admin/sites${query}`)).body
const entries = () => installation.main.db.selectFrom('audit_entries').select(['action', 'subject_title']).orderBy('id').execute()

describe('works', () => {
  test('the list shows state, size and activity of every site', async () => {
    const [orchard, weaver] = [await launch('Orchard Row', { domainName: 'orchard.example.net' }), await launch('Weaver Square')]
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Weaver Square', 'Orchard Row'])
    const [copy] = await list('?search=ORCHARD')
    expect(copy).toMatchObject({
      id: orchard.number,
      slug: 'orchard-row',
      address: 'http://orchard-row.sustainable-tech.localhost:3000',
      domain: { domain: 'orchard.example.net', state: 'unserved', problem: null },
      state: 'live',
      claimed: false,
      claimUntil: expect.stringMatching(/^\d{4}-.*Z$/),
      lastActiveAt: null,
    })
    expect(copy.bytes).toBeGreaterThan(10_000)

    const site = installation.sites.findByHost(orchard.host)!
    await putFile(site.files, 'uploads/a/picture.webp', randomBytes(3_000_000))
    await makeTopic({ db: site.db }, { title: 'A first topic' })
    const [later] = await list('?search=orchard')
    // Files count once, in the database or on disk.
    expect(later.bytes - copy.bytes).toBeGreaterThan(2_900_000)
    expect(later.bytes - copy.bytes).toBeLessThan(4_500_000)
    expect(await list('?state=suspended')).toEqual([])
    const page = await ask(MAIN_HOST, '/api/admin/sites?perPage=1&page=2')
    expect(page.body[0].slug).toBe('orchard-row')
    expect(page.headers['x-total-count']).toBe('2')
    expect(weaver.status).toBe(201)
  })

  test('a suspended site returns 503 on all its hosts, its neighbours are served, and resuming restores it unchanged', async () => {
    await installation.start({ publicUrl: `http://${MAIN_HOST}` })
    const launched = await launch('Quiet Quay', { domainName: 'quay.example.net' })
    await installation.proveDomain(launched.number)
    const other = await launch('Busy Quay')
    const id = await makeTopic({ db: installation.sites.findByHost(launched.host)!.db }, { title: 'Still here' })
    const suspended = await post(`/api/admin/sites/${launched.number}/suspend`)
    expect(suspended.status).toBe(200)
    expect(suspended.body.state).toBe('suspended')
    for (const host of [launched.host, 'quay.example.net']) {
      const page = await ask(host, '/')
      expect(page.status).toBe(503)
      expect(page.headers['retry-after']).toBe('3600')
      expect(page.body).toContain('This site is resting.')
      expect(page.body).not.toMatch(/Quiet Quay|Net Zero/)
      const api = await ask(host, '/api/site')
      expect(api.status).toBe(503)
      expect(api.body).toEqual({ message: 'This site is resting.', code: 'site.resting' })
      expect(api.headers['retry-after']).toBe('3600')
    }
    expect((await ask(other.host, '/api/site')).body.name).toBe('Busy Quay')
    expect((await ask(MAIN_HOST, '/api/site')).status).toBe(200)
    const [listed] = await list('?search=quiet')
    expect(listed).toMatchObject({ state: 'suspended', claimed: false, bytes: expect.any(Number) })
    expect((await post(`/api/admin/sites/${launched.number}/suspend`)).status).toBe(409)

    await installation.start()
    expect((await ask('quay.example.net', '/api/site')).body.name).toBe('Net Zero')
    expect((await ask(launched.host, '/api/site')).status).toBe(503)
    const resumed = await post(`/api/admin/sites/${launched.number}/resume`)
    expect(resumed.body).toMatchObject({ state: 'live', claimLink: null })
    expect((await ask(launched.host, `/api/forums/${id}`)).body.title).toBe('Still here')
    expect((await entries()).map(({ action }) => action)).toEqual(expect.arrayContaining(['deployment.suspend', 'deployment.resume']))
  })

  test('a retired site is resumed with a new claim period and link; the old link is invalid', async () => {
    const launched = await launch('Late Lane')
    const later = new Date(Date.now() + 8 * 86_400_000)
    await retireUnclaimedSites(installation.ctx, later)
    expect((await list('?search=late'))[0].state).toBe('retired')
    const { body } = await post(`/api/admin/sites/${launched.number}/resume`)
    expect(body.claimLink).toMatch(/^http:\/\/late-lane\.sustainable-tech\.localhost:3000\/claim#[\w-]{43}$/)
    expect(Date.parse(body.claimUntil)).toBeGreaterThan(Date.now() + 6.9 * 86_400_000)
    const claim = (link: string) => {
      const form = {
        token: new URL(link).hash.slice(1),
        username: 'keeper',
        email: 'keeper@example.org',
        password: 'a lantern in the lane',
      }
      return ask(launched.host, '/api/claim', { method: 'POST', body: form })
    }
    installation.viewer = null
    expect((await claim(launched.body.claimLink)).status).toBe(400)
    const seen = await ask(MAIN_HOST, `/api/deployment/${launched.body.id}?token=${launched.body.token}`)
    expect(seen.body.claimLink).toBeUndefined()
    expect((await claim(body.claimLink)).status).toBe(201)
    installation.viewer = admin
    expect((await list('?search=late'))[0]).toMatchObject({ claimed: true, claimUntil: null, lastActiveAt: expect.any(String) })
  })

  test('deletion removes the database and the files, and frees the name', async () => {
    const launched = await launch('Gone Green', { domainName: 'gone.example.net' })
    const name = `copy_${launched.number}`
    await mkdir(join(installation.folder, 'files', name), { recursive: true })
    await post(`/api/admin/sites/${launched.number}/suspend`)
    const drop = (body: object) => ask(MAIN_HOST, `/api/admin/sites/${launched.number}`, { method: 'DELETE', body })
    for (const wrong of ['gone green', 'Gone Green ', '']) expect((await drop({ name: wrong })).body.errors[0].path).toBe('name')
    expect(await installation.engine.sizeOf(name)).toBeGreaterThan(0)
    expect((await drop({ name: 'Gone Green' })).status).toBe(200)
    expect(await installation.engine.sizeOf(name)).toBe(0)
    expect(existsSync(join(installation.folder, 'files', name))).toBe(false)
    expect((await ask(launched.host, '/api/site')).body.name).toBe('Net Zero')
    expect((await list('?search=gone')).length).toBe(0)
    expect(await entries()).toContainEqual({ action: 'deployment.remove_for_good', subject_title: 'Gone Green' })
    expect((await launch('Gone Green', { domainName: 'gone.example.net' })).body.slug).toBe('gone-green')
  })

  test('another process adopts a site’s new state', async () => {
    const launched = await launch('Followed Fold')
    await installation.main.db.updateTable('launches').set({ state: 'suspended' }).where('id', '=', launched.number).execute()
    await syncSiteStates(installation.ctx)
    expect((await ask(launched.host, '/api/site')).status).toBe(installation.engine.name === 'postgres' ? 503 : 200)
  })

  test('syncSiteStates ignores lists read before a site was launched or resumed here', async () => {
    const launched = await launch('Sooner Street')
    await installation.sites.syncSiteStates([], [])
    expect((await ask(launched.host, '/api/site')).body.name).toBe('Sooner Street')
    await installation.sites.syncSiteStates([], [{ id: launched.number, slug: launched.body.slug, domainName: null }])
    expect((await ask(launched.host, '/api/site')).status).toBe(200)
  })

  test('a site that is out of service disappears at once when it is deleted', async () => {
    const launched = await launch('Fallen Arch')
    const { db } = installation.sites.findByHost(launched.host)!
    await db.updateTable('settings').set({ value: '{' }).where('key', '=', 'name').execute()
    await installation.sites.closeSite(launched.number)
    expect((await ask(launched.host, '/api/site')).body.code).toBe('site.out_of_service')
    const gone = await ask(MAIN_HOST, `/api/admin/sites/${launched.number}`, { method: 'DELETE', body: { name: 'Fallen Arch' } })
    expect(gone.status).toBe(200)
    expect((await ask(launched.host, '/api/site')).body.name).toBe('Net Zero')
  })
})

describe('launch permission', () => {
  const set = (body: object) => ask(MAIN_HOST, '/api/admin/launching', { method: 'PATCH', body })
  const rules = async () => (await ask(MAIN_HOST, '/api/launching')).body

  test('can be limited to members or switched off; others get an error that says so', async () => {
    expect((await set({ launching: 'members' })).body).toMatchObject({ launching: 'members', mostCopies: 500 })
    installation.viewer = null
    expect(await rules()).toEqual({ launching: 'members', isFull: false })
    expect((await launch('Visitor’s')).body).toMatchObject({ code: 'deployment.not_allowed', message: expect.stringMatching(/sign in/) })
    expect((await ask(MAIN_HOST, '/api/site')).body.launches).toBe(true)
    installation.viewer = member
    expect((await launch('Member’s')).status).toBe(201)
    installation.viewer = admin
    await set({ launching: 'nobody' })
    const refused = await launch('Admin’s')
    expect(refused.status).toBe(403)
    expect(refused.body.code).toBe('deployment.not_allowed')
    expect((await ask(MAIN_HOST, '/api/site')).body.launches).toBe(false)
    installation.viewer = null
    expect(await rules()).toEqual({ launching: 'nobody', isFull: false })
    installation.viewer = admin
    await set({ launching: 'everyone' })
  })

  test('of concurrent launches for the last place one succeeds', async () => {
    const { copies } = (await ask(MAIN_HOST, '/api/admin/launching')).body
    await set({ mostCopies: copies + 1 })
    expect(await rules()).toEqual({ launching: 'everyone', isFull: false })
    const responses = await Promise.all([launch('Last One'), launch('Last Two'), launch('Last Three')])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('deployment.full')
    installation.viewer = null
    expect(await rules()).toEqual({ launching: 'everyone', isFull: true })
    installation.viewer = admin
    await set({ mostCopies: 500 })
  })

  test('rejects invalid values', async () => {
    for (const body of [{ launching: 'friends' }, { mostCopies: -1 }, { mostCopies: 1.5 }, { mostCopies: 'many' }])
      expect((await set(body)).status).toBe(400)
  })
})

test('SEC-05 site administration rejects visitors, members, administrators of tenant sites and unknown ids', async () => {
  const launched = await launch('Not Yours')
  const calls = [
    ['GET', '/api/admin/sites'],
    ['POST', `/api/admin/sites/${launched.number}/suspend`],
    ['POST', `/api/admin/sites/${launched.number}/resume`],
    ['DELETE', `/api/admin/sites/${launched.number}`],
    ['GET', '/api/admin/launching'],
    ['PATCH', '/api/admin/launching'],
  ] as const
  for (const [method, url] of calls) {
    const body = { name: 'Not Yours' }
    installation.viewer = null
    expect((await ask(MAIN_HOST, url, { method, body })).status).toBe(401)
    installation.viewer = member
    expect((await ask(MAIN_HOST, url, { method, body })).status).toBe(403)
    installation.viewer = admin
    expect((await ask(launched.host, url, { method, body })).status).toBe(404)
  }
  expect((await ask(launched.host, '/api/launching')).status).toBe(404)
  expect((await post('/api/admin/sites/1/suspend')).body.code).toBe('copy.not_found')
  expect((await post(`/api/admin/sites/${launched.number}/resume`)).body).toMatchObject({
    code: 'deployment.wrong_state',
    message: 'This copy is live.',
  })
})
