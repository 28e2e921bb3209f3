/** A domain name is served only once its ownership is proven by a DNS record, found by a real resolver. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkDueDomains } from '#features/deployment/domain-proof/domain-proof.service.ts'
import { retryDelayMs } from '#features/deployment/domain-proof/domain-proof.policy.ts'
import { syncSiteStates } from '#features/deployment/copies/copies.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { createTxtLookup } from '#platform/network/txt-lookup.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'

const HOST = 'example.org'
const DAY_MS = 86_400_000

let installation: TestInstallation
let admin: Viewer
beforeAll(async () => {
  installation = await openTestInstallation()
  admin = await makeUser(installation.main, { isAdmin: true })
  await installation.start({ publicUrl: `https://${HOST}` })
})
beforeEach(() => {
  installation.dns.records.clear()
  installation.dns.answers = true
  installation.viewer = null
})
afterAll(() => installation.close())

let names = 0
/** Launches a site that has requested its own domain. */
async function launch(domainName = `garden-${++names}.example.net`) {
  const { number, body, host } = await installation.launch({ siteName: 'Garden', content: 'empty', domainName }, { host: HOST })
  return { number, host, domain: domainName, slug: String(body.slug) }
}
const as = async <T>(viewer: Viewer | null, work: () => Promise<T>): Promise<T> => {
  installation.viewer = viewer
  return work().finally(() => (installation.viewer = null))
}
/** Reads as the administrator of the tenant site. */
const see = (host: string, path = '/api/admin/domain', body?: object) =>
  as({ id: 1, isAdmin: true }, () => installation.ask(host, path, body ? { body } : {}))
const proofOf = async (host: string) => (await see(host)).body.domain
const answersAt = async (domain: string) => (await installation.ask(domain, '/api/site')).status
const runJob = (inMs: number) => checkDueDomains(installation.ctx, new Date(Date.now() + inMs))
const rowOf = (number: number) => installation.main.db.selectFrom('launches').selectAll().where('id', '=', number).executeTakeFirstOrThrow()
const actions = async () =>
  (await installation.main.db.selectFrom('audit_entries').select(['action', 'subject_id']).execute()).map(
    ({ action, subject_id: id }) => `${action} ${id}`,
  )

describe('works', () => {
  test('an unproven site is served on its subdomain only; a proven one on its domain as well', async () => {
    const { host, domain, number } = await launch()
    expect(await answersAt(host)).toBe(200)
    expect(await answersAt(domain)).toBe(404)
    const waiting = await proofOf(host)
    expect(waiting).toMatchObject({ domain, state: 'waiting', recordName: `_netzero-site.${domain}`, problem: null, checkedAt: null })
    expect(waiting.recordValue).toMatch(/^netzero-site=[\w-]{22}$/)

    await runJob(0)
    expect((await proofOf(host)).problem).toContain(`There is no TXT record at _netzero-site.${domain} yet.`)
    installation.dns.records.set(waiting.recordName, ['v=spf1 -all', 'netzero-site=something-else'])
    expect((await see(host, '/api/admin/domain/check', {})).body.domain.problem).toContain('its value is different')
    expect(await answersAt(domain)).toBe(404)

    installation.dns.records.set(waiting.recordName, ['v=spf1 -all', waiting.recordValue])
    const proven = await see(host, '/api/admin/domain/check', {})
    expect(proven.body.domain).toMatchObject({ state: 'proven', problem: null, countsUntil: null })
    expect(await answersAt(host)).toBe(200)
    expect(await answersAt(domain)).toBe(200)
    expect((await installation.ask(domain, '/api/site')).body.name).toBe('Garden')
    expect(await actions()).toContain(`deployment.prove_domain ${number}`)
  })

  test('the main site’s administrator sees the DNS record and can check it', async () => {
    const { domain, number, slug } = await launch()
    const list = await as(admin, () => installation.ask(HOST, `/api/admin/sites?search=${slug}`))
    const found = list.body.find((one: { id: number }) => one.id === number)
    expect(found.domain).toMatchObject({ domain, state: 'waiting', recordName: `_netzero-site.${domain}` })
    installation.dns.records.set(found.domain.recordName, [found.domain.recordValue])
    const checked = await as(admin, () => installation.ask(HOST, `/api/admin/sites/${number}/domain/check`, { body: {} }))
    expect(checked.status).toBe(200)
    expect(checked.body.domain.state).toBe('proven')
  })

  test('the job checks at growing intervals and proves the domain once its record exists', async () => {
    const { host, domain, number } = await launch()
    for (const failures of [1, 2, 3]) {
      const before = await rowOf(number)
      await checkDueDomains(installation.ctx, new Date(Date.parse(before.domain_check_at ?? '')))
      const row = await rowOf(number)
      expect(row.domain_failures).toBe(failures)
      const wait = Date.parse(row.domain_check_at ?? '') - Date.parse(row.domain_checked_at ?? '')
      expect(wait).toBe(retryDelayMs(failures))
    }
    expect([1, 5, 20].map(retryDelayMs)).toEqual([60_000, 30 * 60_000, DAY_MS])
    const asked = installation.dns.queries.length
    await runJob(0)
    expect(installation.dns.queries.slice(asked)).not.toContain(`_netzero-site.${domain}`)
    const { recordName, recordValue } = await proofOf(host)
    installation.dns.records.set(recordName, [recordValue])
    await runJob(DAY_MS)
    expect(await answersAt(domain)).toBe(200)
  })

  test('a missing record is warned about, and after seven days the domain is no longer served', async () => {
    const { host, domain, number } = await launch()
    await installation.proveDomain(number)
    const until = async () => (await proofOf(host)).countsUntil
    installation.dns.records.clear()
    const gone = Date.now() + DAY_MS + 60_000
    await checkDueDomains(installation.ctx, new Date(gone))
    expect(await proofOf(host)).toMatchObject({ state: 'missing', problem: expect.stringContaining('There is no TXT record') })
    expect(await until()).toBe(new Date(gone + 7 * DAY_MS).toISOString())
    await checkDueDomains(installation.ctx, new Date(gone + 6.9 * DAY_MS))
    expect(await answersAt(domain)).toBe(200)
    expect(await until()).toEqual(new Date(gone + 7 * DAY_MS).toISOString())

    // Silent name servers do not count against the domain.
    installation.dns.answers = false
    await checkDueDomains(installation.ctx, new Date(gone + 7.1 * DAY_MS))
    expect(await answersAt(domain)).toBe(200)
    installation.dns.answers = true
    await checkDueDomains(installation.ctx, new Date(gone + 7.2 * DAY_MS))
    expect(await answersAt(domain)).toBe(404)
    expect(await answersAt(host)).toBe(200)
    expect(await proofOf(host)).toMatchObject({ state: 'waiting', countsUntil: null })
    expect(await actions()).toContain(`deployment.lose_domain ${number}`)
  })

  test('a record that reappears in time ends the warning', async () => {
    const { host, domain, number } = await launch()
    await installation.proveDomain(number)
    const records = new Map(installation.dns.records)
    installation.dns.records.clear()
    await runJob(2 * DAY_MS)
    expect((await proofOf(host)).state).toBe('missing')
    for (const [name, texts] of records) installation.dns.records.set(name, texts)
    await runJob(5 * DAY_MS)
    expect(await proofOf(host)).toMatchObject({ state: 'proven', countsUntil: null })
    expect(await answersAt(domain)).toBe(200)
  })

  test('another process adopts a proven domain and drops a lost one', async () => {
    const { domain, number, host } = await launch()
    const other = installation.sitesOf(`https://${HOST}`)
    await other.findUnopenedByHost(host, installation.ctx.log)
    expect(other.findByHost(domain)).toBeUndefined()
    await installation.proveDomain(number)
    const sync = async () => {
      const { listLiveLaunches } = await import('#features/deployment/deployment.service.ts')
      await other.syncSiteStates(await listLiveLaunches(installation.main), [])
    }
    await sync()
    expect(other.findByHost(domain)?.id).toBe(`copy_${number}`)
    await installation.main.db.updateTable('launches').set({ domain_name: null }).where('id', '=', number).execute()
    await sync()
    expect(other.findByHost(domain)).toBeUndefined()
    expect(other.findByHost(host)?.id).toBe(`copy_${number}`)
    await other.closeAll()
    await syncSiteStates(installation.ctx)
  })
})

describe('two sites that request the same domain', () => {
  test('the site that proves the domain gets it, even if the other requested it first', async () => {
    const [first, second] = [await launch('shared.example.net'), await launch('shared.example.net')]
    await installation.proveDomain(second.number)
    expect((await installation.ask('shared.example.net', '/api/site')).status).toBe(200)
    expect(installation.sites.findByHost('shared.example.net')?.id).toBe(`copy_${second.number}`)

    // Both records exist: the domain stays with the site that had it.
    const theirs = installation.dns.records.get('_netzero-site.shared.example.net') ?? []
    const { recordName, recordValue } = await proofOf(first.host)
    installation.dns.records.set(recordName, [...theirs, recordValue])
    const refused = await see(first.host, '/api/admin/domain/check', {})
    expect(refused.body.domain).toMatchObject({ state: 'taken', problem: expect.stringContaining('another copy has also verified') })
    expect(installation.sites.findByHost('shared.example.net')?.id).toBe(`copy_${second.number}`)

    // The owner of the domain has decided: only one record is left.
    installation.dns.records.set(recordName, [recordValue])
    expect((await see(first.host, '/api/admin/domain/check', {})).body.domain.state).toBe('proven')
    expect(installation.sites.findByHost('shared.example.net')?.id).toBe(`copy_${first.number}`)
    expect(await proofOf(second.host)).toMatchObject({ state: 'waiting' })
  })

  test('only one of two concurrent proofs succeeds', async () => {
    const both = [await launch('race.example.net'), await launch('race.example.net')]
    const proofs = await Promise.all(both.map(({ host }) => proofOf(host)))
    installation.dns.records.set(
      '_netzero-site.race.example.net',
      proofs.map(({ recordValue }) => recordValue),
    )
    await runJob(0)
    const states = (await Promise.all(both.map(({ host }) => proofOf(host)))).map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['proven', 'taken']))
  })

  test('a proven domain cannot be requested by another site', async () => {
    const { number } = await launch('had.example.net')
    await installation.proveDomain(number)
    const { status, body } = await installation.launch({ siteName: 'Late', domainName: 'had.example.net' }, { host: HOST })
    expect(status).toBe(409)
    expect(body.code).toBe('deployment.domain_taken')
  })
})

describe('refuses', () => {
  test('visitors, members and other tenant sites', async () => {
    const { host, number } = await launch()
    const calls = [
      [host, '/api/admin/domain', undefined],
      [host, '/api/admin/domain/check', {}],
      [HOST, `/api/admin/sites/${number}/domain/check`, {}],
    ] as const
    for (const [at, path, body] of calls) {
      const ask = () => installation.ask(at, path, body ? { body } : {})
      expect((await as(null, ask)).status, path).toBe(401)
      expect((await as({ id: 2, isAdmin: false }, ask)).status, path).toBe(403)
    }
    expect((await see(host, `/api/admin/sites/${number}/domain/check`, {})).status).toBe(404)
    expect((await as(admin, () => installation.ask(HOST, '/api/admin/sites/1/domain/check', { body: {} }))).status).toBe(404)
  })

  test('a domain check on a site without a domain and on the main site', async () => {
    const { host } = await installation.launch({ siteName: 'Nameless', content: 'empty' }, { host: HOST })
    expect((await see(host)).body).toEqual({ domain: null })
    expect((await see(host, '/api/admin/domain/check', {})).status).toBe(404)
    expect((await as(admin, () => installation.ask(HOST, '/api/admin/domain'))).body).toEqual({ domain: null })
    expect((await as(admin, () => installation.ask(HOST, '/api/admin/domain/check', { body: {} }))).status).toBe(404)
  })

  test('checks over the rate limit', async () => {
    const { host } = await launch()
    const headers = installation.newCaller()
    const press = () => as({ id: 1, isAdmin: true }, () => installation.ask(host, '/api/admin/domain/check', { body: {}, headers }))
    const statuses: number[] = []
    for (let round = 0; round < 7; round++) statuses.push((await press()).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  })

  test('to wait longer than a few seconds for a silent name server', async () => {
    installation.dns.answers = false
    expect(await createTxtLookup([installation.dns.address])('silent.example.net')).toBeUndefined()
    expect(await createTxtLookup([installation.dns.address])(`${'x'.repeat(70)}.example.net`)).toBeUndefined()
  })

  test('to split a long TXT record: its parts are joined', async () => {
    installation.dns.records.set('long.example.net', ['a'.repeat(300)])
    expect(await createTxtLookup([installation.dns.address])('long.example.net')).toEqual(['a'.repeat(300)])
  })
})
