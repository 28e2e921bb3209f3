/** Verification of custom domains by a TXT record: states, responses and audit entries. */
import { describe, expect, test } from 'vitest'
import {
  admin,
  ctx,
  DAY_MS,
  installation,
  lastEntry,
  launch,
  refused,
  rowOf,
  setRow,
  useTenantsFixture,
} from '#tests/support/copies-fixture.ts'
import * as copies from '#features/deployment/copies/copies.service.ts'
import { checkDueDomains, checkLaunchedSiteDomain, checkOwnDomain, getOwnDomain } from './domain-proof.service.ts'

useTenantsFixture()

describe('domain verification', () => {
  const proof = async (id: number) => {
    const row = await rowOf(id)
    return {
      domain: row?.domain_name,
      problem: row?.domain_problem,
      checkedAt: row?.domain_checked_at,
      checkAt: row?.domain_check_at,
      missingSince: row?.domain_missing_since,
      failures: row?.domain_failures,
    }
  }
  const NOW = new Date('2030-05-01T00:00:00.000Z')
  const at = (ms: number) => new Date(NOW.getTime() + ms)
  const iso = (ms: number) => at(ms).toISOString()
  const MINUTE = 60_000
  const setDueOnly = async (...ids: number[]) => {
    await ctx.db.updateTable('launches').set({ domain_check_at: null }).execute()
    for (const id of ids) await setRow(id, { domain_check_at: NOW.toISOString() })
  }

  test('goes from waiting to proven, and the domain is released after the record was missing for seven days', async () => {
    const { number: id } = await launch('Proof Place', { domainName: 'proof.example.net' })
    await setDueOnly(id)
    const record = `_netzero-site.proof.example.net`
    const value = `netzero-site=${(await rowOf(id))?.domain_token}`
    expect(await checkDueDomains(ctx, at(-1))).toBe(NOW.toISOString())
    const unchecked = { domain: null, problem: null, checkedAt: null, checkAt: NOW.toISOString(), missingSince: null, failures: 0 }
    expect(await proof(id)).toEqual(unchecked)
    expect(await checkDueDomains(ctx, NOW)).toBe(iso(MINUTE))
    expect(await proof(id)).toEqual({ ...unchecked, problem: 'no_record', checkedAt: iso(0), checkAt: iso(MINUTE), failures: 1 })
    installation.dns.records.set(record, ['else'])
    expect(await checkDueDomains(ctx, at(MINUTE))).toBe(iso(3 * MINUTE))
    expect(await proof(id)).toEqual({ ...unchecked, problem: 'other_value', checkedAt: iso(MINUTE), checkAt: iso(3 * MINUTE), failures: 2 })
    installation.dns.records.set(record, [value])
    expect(await checkDueDomains(ctx, at(3 * MINUTE))).toBe(iso(3 * MINUTE + DAY_MS))
    const proven = { ...unchecked, domain: 'proof.example.net', checkedAt: iso(3 * MINUTE), checkAt: iso(3 * MINUTE + DAY_MS) }
    expect(await proof(id)).toEqual(proven)
    expect(await lastEntry()).toEqual([
      'deployment.prove_domain',
      'deployment',
      id,
      'Proof Place',
      admin.id,
      null,
      { domainName: 'proof.example.net' },
    ])
    expect((await copies.listLaunchedSites(ctx, { page: 1, perPage: 1, search: undefined })).items[0]?.domain).toEqual({
      domain: 'proof.example.net',
      state: 'proven',
      recordName: record,
      recordValue: value,
      problem: null,
      checkedAt: iso(3 * MINUTE),
      nextCheckAt: iso(3 * MINUTE + DAY_MS),
      countsUntil: null,
    })
    // A missing record is rechecked every hour.
    installation.dns.records.clear()
    const missingFrom = 3 * MINUTE + DAY_MS
    await checkDueDomains(ctx, at(missingFrom))
    const missing = { ...proven, problem: 'no_record', missingSince: iso(missingFrom) }
    expect(await proof(id)).toEqual({ ...missing, checkedAt: iso(missingFrom), checkAt: iso(missingFrom + 60 * MINUTE), failures: 1 })
    expect((await copies.listLaunchedSites(ctx, { page: 1, perPage: 1, search: undefined })).items[0]?.domain).toMatchObject({
      state: 'missing',
      problem: 'There is no TXT record at _netzero-site.proof.example.net yet. A new record can take up to an hour to become visible.',
      countsUntil: iso(missingFrom + 7 * DAY_MS),
    })
    await checkDueDomains(ctx, at(missingFrom + 7 * DAY_MS - 1))
    expect(await proof(id)).toEqual({
      ...missing,
      checkedAt: iso(missingFrom + 7 * DAY_MS - 1),
      checkAt: iso(missingFrom + 7 * DAY_MS - 1 + 60 * MINUTE),
      failures: 2,
    })
    await setRow(id, { domain_check_at: iso(missingFrom + 7 * DAY_MS) })
    await checkDueDomains(ctx, at(missingFrom + 7 * DAY_MS))
    expect(await proof(id)).toEqual({
      ...unchecked,
      problem: 'no_record',
      checkedAt: iso(missingFrom + 7 * DAY_MS),
      checkAt: iso(missingFrom + 7 * DAY_MS + 5 * MINUTE),
      failures: 3,
    })
    expect(await lastEntry()).toEqual([
      'deployment.lose_domain',
      'deployment',
      id,
      'Proof Place',
      admin.id,
      { domainName: 'proof.example.net' },
      null,
    ])
  })

  test('keeps the domain at the first of two sites with a record, and transfers it when the first record is removed', async () => {
    const [one, two] = [await launch('One', { domainName: 'both.example.net' }), await launch('Two', { domainName: 'both.example.net' })]
    const valueOf = async (id: number) => `netzero-site=${(await rowOf(id))?.domain_token}`
    const values = [await valueOf(one.number), await valueOf(two.number)]
    installation.dns.records.set('_netzero-site.both.example.net', values)
    expect((await checkLaunchedSiteDomain(ctx, one.number)).domain).toMatchObject({ state: 'proven' })
    expect((await checkLaunchedSiteDomain(ctx, two.number)).domain).toMatchObject({
      state: 'taken',
      problem: expect.stringContaining('another copy has also verified both.example.net'),
      countsUntil: null,
    })
    installation.dns.records.set('_netzero-site.both.example.net', values.slice(1))
    expect((await checkLaunchedSiteDomain(ctx, two.number)).domain).toMatchObject({ state: 'proven', problem: null })
    expect(await rowOf(one.number)).toMatchObject({ domain_name: null, domain_problem: 'other_value' })
    const actions = await ctx.db.selectFrom('audit_entries').select(['action', 'subject_id']).orderBy('id', 'desc').limit(2).execute()
    expect(actions).toEqual([
      { action: 'deployment.prove_domain', subject_id: two.number },
      { action: 'deployment.lose_domain', subject_id: one.number },
    ])
    expect(installation.sites.findByHost('both.example.net')?.settings.name).toBe('Two')
  })

  test('returns 404 for a site without a requested domain', async () => {
    const { number: id } = await launch('No Name')
    const none = refused(404, 'domain.not_found', 'No such domain.')
    await expect(checkLaunchedSiteDomain(ctx, id)).rejects.toMatchObject(none)
    await expect(checkOwnDomain(ctx)).rejects.toMatchObject(none)
    expect(await getOwnDomain(ctx)).toEqual({ domain: null })
    const { installation: _none, ...elsewhere } = ctx
    expect(await checkDueDomains(elsewhere, NOW)).toBeNull()
  })
})
