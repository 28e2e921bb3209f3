/** Tests the verification of custom domains by a TXT record: states, results and audit entries. */
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
  const readProof = async (id: number) => {
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
  const timeAfterNow = (ms: number) => new Date(NOW.getTime() + ms)
  const isoAfterNow = (ms: number) => timeAfterNow(ms).toISOString()
  const MINUTE_MS = 60_000
  const setDueOnly = async (...ids: number[]) => {
    await ctx.db.updateTable('launches').set({ domain_check_at: null }).execute()
    for (const id of ids) await setRow(id, { domain_check_at: NOW.toISOString() })
  }

  test('changes from waiting to proven, and releases the domain when the record has been missing for seven days', async () => {
    const { number: id } = await launch('Proof Place', { domainName: 'proof.example.net' })
    await setDueOnly(id)
    const recordName = `_netzero-site.proof.example.net`
    const recordValue = `netzero-site=${(await rowOf(id))?.domain_token}`
    expect(await checkDueDomains(ctx, timeAfterNow(-1))).toBe(NOW.toISOString())
    const unchecked = { domain: null, problem: null, checkedAt: null, checkAt: NOW.toISOString(), missingSince: null, failures: 0 }
    expect(await readProof(id)).toEqual(unchecked)
    expect(await checkDueDomains(ctx, NOW)).toBe(isoAfterNow(MINUTE_MS))
    expect(await readProof(id)).toEqual({
      ...unchecked,
      problem: 'no_record',
      checkedAt: isoAfterNow(0),
      checkAt: isoAfterNow(MINUTE_MS),
      failures: 1,
    })
    installation.dns.records.set(recordName, ['else'])
    expect(await checkDueDomains(ctx, timeAfterNow(MINUTE_MS))).toBe(isoAfterNow(3 * MINUTE_MS))
    expect(await readProof(id)).toEqual({
      ...unchecked,
      problem: 'other_value',
      checkedAt: isoAfterNow(MINUTE_MS),
      checkAt: isoAfterNow(3 * MINUTE_MS),
      failures: 2,
    })
    installation.dns.records.set(recordName, [recordValue])
    expect(await checkDueDomains(ctx, timeAfterNow(3 * MINUTE_MS))).toBe(isoAfterNow(3 * MINUTE_MS + DAY_MS))
    const proven = {
      ...unchecked,
      domain: 'proof.example.net',
      checkedAt: isoAfterNow(3 * MINUTE_MS),
      checkAt: isoAfterNow(3 * MINUTE_MS + DAY_MS),
    }
    expect(await readProof(id)).toEqual(proven)
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
      recordName,
      recordValue,
      problem: null,
      checkedAt: isoAfterNow(3 * MINUTE_MS),
      nextCheckAt: isoAfterNow(3 * MINUTE_MS + DAY_MS),
      countsUntil: null,
    })
    // From now on the record is missing, so it is checked every hour.
    installation.dns.records.clear()
    const missingFrom = 3 * MINUTE_MS + DAY_MS
    await checkDueDomains(ctx, timeAfterNow(missingFrom))
    const missing = { ...proven, problem: 'no_record', missingSince: isoAfterNow(missingFrom) }
    expect(await readProof(id)).toEqual({
      ...missing,
      checkedAt: isoAfterNow(missingFrom),
      checkAt: isoAfterNow(missingFrom + 60 * MINUTE_MS),
      failures: 1,
    })
    expect((await copies.listLaunchedSites(ctx, { page: 1, perPage: 1, search: undefined })).items[0]?.domain).toMatchObject({
      state: 'missing',
      problem: 'There is no TXT record at _netzero-site.proof.example.net yet. A new record can take up to an hour to become visible.',
      countsUntil: isoAfterNow(missingFrom + 7 * DAY_MS),
    })
    await checkDueDomains(ctx, timeAfterNow(missingFrom + 7 * DAY_MS - 1))
    expect(await readProof(id)).toEqual({
      ...missing,
      checkedAt: isoAfterNow(missingFrom + 7 * DAY_MS - 1),
      checkAt: isoAfterNow(missingFrom + 7 * DAY_MS - 1 + 60 * MINUTE_MS),
      failures: 2,
    })
    await setRow(id, { domain_check_at: isoAfterNow(missingFrom + 7 * DAY_MS) })
    await checkDueDomains(ctx, timeAfterNow(missingFrom + 7 * DAY_MS))
    expect(await readProof(id)).toEqual({
      ...unchecked,
      problem: 'no_record',
      checkedAt: isoAfterNow(missingFrom + 7 * DAY_MS),
      checkAt: isoAfterNow(missingFrom + 7 * DAY_MS + 5 * MINUTE_MS),
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

  test('leaves the domain to the first of two sites with a record, and transfers it when the record of the first is removed', async () => {
    const [firstSite, secondSite] = [
      await launch('One', { domainName: 'both.example.net' }),
      await launch('Two', { domainName: 'both.example.net' }),
    ]
    const getRecordValue = async (id: number) => `netzero-site=${(await rowOf(id))?.domain_token}`
    const values = [await getRecordValue(firstSite.number), await getRecordValue(secondSite.number)]
    installation.dns.records.set('_netzero-site.both.example.net', values)
    expect((await checkLaunchedSiteDomain(ctx, firstSite.number)).domain).toMatchObject({ state: 'proven' })
    expect((await checkLaunchedSiteDomain(ctx, secondSite.number)).domain).toMatchObject({
      state: 'taken',
      problem: expect.stringContaining('another copy has also verified both.example.net'),
      countsUntil: null,
    })
    installation.dns.records.set('_netzero-site.both.example.net', values.slice(1))
    expect((await checkLaunchedSiteDomain(ctx, secondSite.number)).domain).toMatchObject({ state: 'proven', problem: null })
    expect(await rowOf(firstSite.number)).toMatchObject({ domain_name: null, domain_problem: 'other_value' })
    const actions = await ctx.db.selectFrom('audit_entries').select(['action', 'subject_id']).orderBy('id', 'desc').limit(2).execute()
    expect(actions).toEqual([
      { action: 'deployment.prove_domain', subject_id: secondSite.number },
      { action: 'deployment.lose_domain', subject_id: firstSite.number },
    ])
    expect(installation.sites.findByHost('both.example.net')?.settings.name).toBe('Two')
  })

  test('returns 404 for a site without a requested domain', async () => {
    const { number: id } = await launch('No Name')
    const domainNotFound = refused(404, 'domain.not_found', 'No such domain.')
    await expect(checkLaunchedSiteDomain(ctx, id)).rejects.toMatchObject(domainNotFound)
    await expect(checkOwnDomain(ctx)).rejects.toMatchObject(domainNotFound)
    expect(await getOwnDomain(ctx)).toEqual({ domain: null })
    const { installation: _none, ...elsewhere } = ctx
    expect(await checkDueDomains(elsewhere, NOW)).toBeNull()
  })
})
