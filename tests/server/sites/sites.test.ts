/** Launching tenant sites, and the mapping from host to site. */
import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { DeploymentConfig } from '#features/deployment/deployment.contract.ts'
import { clearInterruptedLaunches, launchSite, retireUnclaimedSites } from '#features/deployment/deployment.service.ts'
import { appendSlugNumber, toSiteSlug } from '#features/deployment/slug.policy.ts'
import { MAIN_HOST, openTestInstallation, silentLog, type RequestOptions, type TestInstallation } from '#tests/support/test-installation.ts'
import type { Installation } from '#platform/contract/context.ts'
import type { Sites } from '#app/sites/sites.ts'

let installation: TestInstallation
const start = (publicUrl?: string) => installation.start({ bySession: true, publicUrl })
beforeAll(async () => {
  installation = await openTestInstallation()
  await start()
})
afterAll(() => installation.close())

const ask = (host: string, url: string, asked?: RequestOptions) => installation.ask(host, url, asked)
const launch = (input: object, headers?: Record<string, string>) => installation.launch(input, { headers })
const inSixMinutes = () => new Date(Date.now() + 6 * 60_000)

/** Launches a site and claims it for an administrator. */
async function launchClaimed(siteName: string) {
  const launched = await launch({ siteName, content: 'empty' })
  const token = new URL(launched.body.claimLink).hash.slice(1)
  const form = { token, username: 'warden', email: 'warden@example.org', password: 'a lantern in the lane' }
  expect((await ask(launched.host, '/api/claim', { body: form })).status).toBe(201)
  return launched
}

describe('works', () => {
  test('API-DEP-01 DEPLOY-17 a launched site is served at its own host with its own settings and content', async () => {
    const chosen = {
      siteName: 'Rue Verte',
      description: 'For a street in Cork.',
      primaryRegion: 'eu',
      defaultCurrency: 'eur',
      features: { ...ALL_FEATURES_ON, forums: false },
    }
    const { status, body, host } = await launch(chosen)
    expect(status).toBe(201)
    expect(body).toMatchObject({ state: 'live', slug: 'rue-verte', address: 'http://rue-verte.sustainable-tech.localhost:3000' })
    expect(body.claimLink).toMatch(/^http:\/\/rue-verte\.sustainable-tech\.localhost:3000\/claim#[\w-]{43}$/)
    const site = await ask(host, '/api/site')
    expect(site.body).toMatchObject({
      name: 'Rue Verte',
      description: 'For a street in Cork.',
      language: 'en-IE',
      region: 'eu',
      currency: 'eur',
      launches: false,
    })
    expect((await ask(host, '/api/articles')).body.length).toBe(12)
    expect((await ask(host, '/api/forums')).status).toBe(404)
    expect((await ask(MAIN_HOST, '/api/site')).body).toMatchObject({ name: 'Net Zero', launches: true })
    expect((await ask(host, '/api/deployment', { body: chosen })).status).toBe(404)
  })

  test('the default description and tagline mention only enabled features', async () => {
    const features = { ...ALL_FEATURES_ON, expertAdvice: false, userAccounts: false }
    const { host } = await launch({ siteName: 'Quiet Reading', features })
    const { description, tagline } = (await ask(host, '/api/site')).body
    expect(description).toMatch(/^Independent guides, a product catalogue and questions and answers about electric vehicles,/)
    expect(tagline).toBe('Guides, Products & Forum')
    const [topic] = (await ask(host, '/api/forums')).body
    expect((await ask(host, `/api/forums/${topic.id}`)).body.content).not.toMatch(/\bsay /i)
  })

  test('a repeated name gets a numbered slug, also concurrently', async () => {
    const responses = await Promise.all(Array.from({ length: 4 }, () => launch({ siteName: 'Mill Lane', content: 'empty' })))
    expect(responses.map(({ body }) => String(body.slug)).toSorted()).toEqual(['mill-lane', 'mill-lane-2', 'mill-lane-3', 'mill-lane-4'])
  })

  test('a repeated idempotency key returns the same site, and only its holder sees the claim link', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [one, two] = await Promise.all([launch({ siteName: 'Once' }, key), launch({ siteName: 'Once' }, key)])
    expect(two.body.id).toBe(one.body.id)
    const again = await launch({ siteName: 'Once' }, key)
    expect(again.body).toMatchObject({ id: one.body.id, state: 'live', claimLink: one.body.claimLink })
    const seen = await ask(MAIN_HOST, `/api/deployment/${one.body.id}`)
    expect(seen.body).toMatchObject({ state: 'live', slug: 'once' })
    expect(JSON.stringify(seen.body)).not.toMatch(/claim#|token/)
    const followed = await ask(MAIN_HOST, `/api/deployment/${one.body.id}?token=${one.body.token}`)
    expect(followed.body.claimLink).toBe(one.body.claimLink)
    expect(JSON.stringify(await installation.main.db.selectFrom('launches').selectAll().execute())).not.toContain(one.body.token)
  })

  test('an idempotency key reused with other input returns 409 without details', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const one = await launch({ siteName: 'First Thought' }, key)
    const other = await launch({ siteName: 'Second Thought' }, key)
    expect(other.status).toBe(409)
    expect(other.body.code).toBe('deployment.key_used')
    expect(JSON.stringify(other.body)).not.toContain(one.body.slug)
    expect((await launch({ siteName: 'First Thought' }, key)).body.id).toBe(one.body.id)
  })

  test('the job removes an interrupted launch, and its idempotency key can be used again', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const { body, number } = await launch({ siteName: 'Broken Bridge' }, key)
    await installation.main.db.updateTable('launches').set({ state: 'creating' }).where('id', '=', number).execute()
    const { ctx } = installation
    await clearInterruptedLaunches(ctx)
    expect((await launch({ siteName: 'Broken Bridge' }, key)).body).toMatchObject({ id: body.id, state: 'creating' })
    await clearInterruptedLaunches(ctx, inSixMinutes())
    expect(await installation.engine.sizeOf(`copy_${number}`)).toBe(0)
    expect((await launch({ siteName: 'Broken Bridge' }, key)).body).toMatchObject({ slug: 'broken-bridge', state: 'live' })
  })

  test('a launch that is removed while it is being created leaves nothing behind', async () => {
    const made: number[] = []
    const { sites, main, ctx } = installation
    const interrupted = {
      isDomainAllowed: () => true,
      servesDomains: true,
      deleteSite: (id: number) => sites.deleteSite(id),
      async createSite(one: Parameters<Sites['createSite']>[0]) {
        await sites.createSite(one)
        made.push(one.id)
        await main.db.deleteFrom('launches').where('id', '=', one.id).execute()
      },
    } as unknown as Installation
    const config = DeploymentConfig.parse({ siteName: 'Slow Lane' })
    const launching = launchSite({ ...ctx, installation: interrupted }, config)
    await expect(launching).rejects.toMatchObject({ status: 409, code: 'deployment.interrupted' })
    expect(await installation.engine.sizeOf(`copy_${made[0]}`)).toBe(0)
  })

  test('a launch that is being removed cannot go live', async () => {
    const { sites, ctx } = installation
    const done = Promise.withResolvers<void>()
    let clearing: Promise<unknown> | undefined
    const slow = {
      isDomainAllowed: () => true,
      servesDomains: true,
      deleteSite: (id: number) => sites.deleteSite(id),
      openSite: (one: Parameters<Sites['openSite']>[0]) => sites.openSite(one),
      siteUrl: () => '',
      async createSite(one: Parameters<Sites['createSite']>[0]) {
        await sites.createSite(one)
        const begun = Promise.withResolvers<void>()
        const deleteSite = (id: number) => (begun.resolve(), done.promise.then(() => sites.deleteSite(id)))
        clearing = clearInterruptedLaunches({ ...ctx, installation: { deleteSite } as unknown as Installation }, inSixMinutes())
        await begun.promise
      },
    } as unknown as Installation
    const config = DeploymentConfig.parse({ siteName: 'Slower Lane', content: 'empty' })
    await expect(launchSite({ ...ctx, installation: slow }, config)).rejects.toMatchObject({ code: 'deployment.interrupted' })
    done.resolve()
    await clearing
    const rows = await installation.main.db.selectFrom('launches').select('id').where('slug', '=', 'slower-lane').execute()
    expect(rows).toEqual([])
  })

  test('an interrupted launch that cannot be removed does not keep the job or a start from removing the others', async () => {
    const { db } = installation.main
    const created_at = new Date(Date.now() - 3_600_000).toISOString()
    const values = { name: 'Left', state: 'creating', config: '{}', domain_name: null, user_id: null, claim_until: created_at } as const
    const left = () => db.selectFrom('launches').select('slug').where('state', '=', 'creating').orderBy('id').execute()
    const add = (...slugs: string[]) =>
      db
        .insertInto('launches')
        .values(slugs.map((slug) => ({ ...values, slug, public_id: slug, key_hash: slug, created_at })))
        .execute()
    await add('stuck', 'behind-it')
    const { id } = await db.selectFrom('launches').select('id').where('slug', '=', 'stuck').executeTakeFirstOrThrow()
    const errors: string[] = []
    const log = { ...silentLog, error: (_about: object, message: string) => void errors.push(message) }
    const sites = installation.sitesOf()
    const resisting = (one: number) => (one === id ? Promise.reject(new Error('It is in use.')) : Promise.resolve())
    sites.deleteSite = resisting
    await expect(clearInterruptedLaunches({ ...installation.ctx, log, installation: sites })).rejects.toThrow('site stuck: It is in use.')
    expect(await left()).toEqual([{ slug: 'stuck' }])
    await add('behind-it')
    await sites.openAll(log)
    await sites.closeAll()
    expect(await left()).toEqual([{ slug: 'stuck' }])
    expect(errors).toEqual(['interrupted launch not removed'])
    await clearInterruptedLaunches(installation.ctx)
    expect(await left()).toEqual([])
  })

  test('the claim link works once, and the session is valid on that site only', async () => {
    const { body, host } = await launch({ siteName: 'Claimed Close' })
    const token = new URL(body.claimLink).hash.slice(1)
    const form = { token, username: 'warden', email: 'warden@example.org', password: 'a lantern in the lane' }
    expect((await ask(host, '/api/claim')).body).toMatchObject({ state: 'open' })
    expect((await ask(MAIN_HOST, '/api/claim', { body: form })).status).toBe(400)
    const responses = await Promise.all([
      ask(host, '/api/claim', { body: form }),
      ask(host, '/api/claim', { body: { ...form, username: 'second', email: 'second@example.org' } }),
    ])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
    const cookie = String(responses.find(({ status }) => status === 201)?.headers['set-cookie']).split(';')[0] ?? ''
    expect((await ask(host, '/api/admin/dashboard', { headers: { cookie } })).status).toBe(200)
    expect((await ask(MAIN_HOST, '/api/admin/dashboard', { headers: { cookie } })).status).toBe(401)
    expect((await ask(host, '/api/claim')).body).toEqual({ state: 'closed', until: null })
  })

  test('two sites with the same ids do not see each other’s data', async () => {
    const [one, two] = [await launch({ siteName: 'East Side' }), await launch({ siteName: 'West Side' })]
    const east = installation.sites.findByHost(one.host)
    if (!east) throw new Error('not open')
    const id = await makeTopic({ db: east.db }, { title: 'Only in the east' })
    expect((await ask(one.host, `/api/forums/${id}`)).body.title).toBe('Only in the east')
    expect((await ask(two.host, `/api/forums/${id}`)).body.title).not.toBe('Only in the east')
    expect(JSON.stringify((await ask(two.host, '/api/forums')).body)).not.toContain('Only in the east')
  })

  test('a site that is not claimed in time retires; a claimed one does not', async () => {
    const { host } = await launch({ siteName: 'Forgotten Field' })
    const claimed = await launchClaimed('Chapel Close')
    const later = new Date(Date.now() + 8 * 86_400_000)
    await retireUnclaimedSites(installation.ctx, later)
    expect((await ask(host, '/api/site')).body.name).toBe('Net Zero')
    expect((await ask(claimed.host, '/api/site')).body.name).toBe('Chapel Close')
  })

  test('a start removes an interrupted launch and opens the other sites', async () => {
    const dates = { created_at: new Date(Date.now() - 3_600_000).toISOString(), claim_until: new Date().toISOString() }
    const row = {
      slug: 'half-made',
      public_id: 'half',
      name: 'Half',
      state: 'creating',
      config: '{}',
      key_hash: 'half',
      domain_name: null,
      user_id: null,
      ...dates,
    } as const
    await installation.main.db.insertInto('launches').values(row).execute()
    const { host } = await launch({ siteName: 'Other Orchard', content: 'empty' })
    expect((await ask('half-made.sustainable-tech.localhost:3000', '/api/site')).body.name).toBe('Net Zero')
    await start()
    expect(
      await installation.main.db.selectFrom('launches').select('id').where('slug', '=', 'half-made').executeTakeFirst(),
    ).toBeUndefined()
    expect((await ask(host, '/api/site')).body.name).toBe('Other Orchard')
  })

  test('with PUBLIC_URL an unknown host returns 404, and its page names no site', async () => {
    await start('https://example.org')
    const own = { siteName: 'Own Domain', domainName: 'greener.example.net', content: 'empty' }
    const { body, number } = await installation.launch(own, { host: 'example.org' })
    await installation.proveDomain(number)
    expect(body.address).toBe('https://own-domain.sustainable-tech.example.org')
    expect((await ask('greener.example.net', '/api/site')).body.name).toBe('Own Domain')
    expect((await ask('own-domain.sustainable-tech.example.org', '/api/site')).body.name).toBe('Own Domain')
    for (const host of ['elsewhere.example', 'own-domain.sustainable-tech.elsewhere.example', 'nobody.sustainable-tech.example.org']) {
      expect((await ask(host, '/api/site')).status).toBe(404)
      const page = await ask(host, '/')
      expect(page.status).toBe(404)
      expect(page.body).toEqual(expect.stringContaining('There is no site at this address.'))
    }
    const taken = await ask('example.org', '/api/deployment', { body: { siteName: 'Another', domainName: 'Greener.Example.NET' } })
    expect(taken.status).toBe(409)
    expect(taken.body.code).toBe('deployment.domain_taken')
    expect(taken.body.errors[0].path).toBe('domainName')
  })
})

test('slugs are derived from names, shortened and numbered', () => {
  expect(['Green Street!', '  A & B  Co. ', 'Café Bleu', 'ab', '日本', 'Admin', 'x'.repeat(60)].map(toSiteSlug)).toEqual([
    'green-street',
    'a-b-co',
    'cafe-bleu',
    'ab-site',
    'new-site',
    'admin-site',
    'x'.repeat(40),
  ])
  expect([appendSlugNumber('mill', 1), appendSlugNumber('mill', 2), appendSlugNumber('x'.repeat(40), 12)]).toEqual([
    'mill',
    'mill-2',
    `${'x'.repeat(37)}-12`,
  ])
})

test('rejects an empty name, invalid options and a weak idempotency key', async () => {
  for (const body of [
    { siteName: '   ' },
    { primaryRegion: 'mars' },
    { defaultCurrency: 'btc' },
    { domainName: 'not a domain' },
    { content: 'demo' },
  ])
    expect((await ask('example.org', '/api/deployment', { body: { siteName: 'Fine', ...body } })).status).toBe(400)
  expect(
    (await ask('example.org', '/api/deployment', { body: { siteName: 'Fine' }, headers: { 'idempotency-key': 'short' } })).status,
  ).toBe(400)
})
