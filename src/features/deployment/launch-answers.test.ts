/** Tests launching: results, errors and audit entries, removing interrupted launches, and retiring unclaimed sites. */
import { describe, expect, test } from 'vitest'
import { hashToken } from '#features/accounts/sessions/session.service.ts'
import type { Viewer } from '#platform/contract/context.ts'
import {
  addRow,
  admin,
  caller,
  config,
  ctx,
  DAY_MS,
  derive,
  HOST,
  installation,
  lastEntry,
  launch,
  logged,
  refused,
  rowOf,
  setRow,
  useTenantsFixture,
  where,
} from '#tests/support/copies-fixture.ts'
import * as deployment from './deployment.service.ts'

useTenantsFixture()

describe('a launch', () => {
  test('returns the site with a token and a claim link that are derived from the idempotency key, also when it is repeated', async () => {
    const key = 'k'.repeat(20)
    const startedAt = Date.now()
    const { number, ...launched } = await launch('Maple Row', { domainName: 'maple.example.net' }, key)
    const token = derive('follow', key)
    expect(launched).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      state: 'live',
      name: 'Maple Row',
      slug: 'maple-row',
      address: 'https://maple-row.sustainable-tech.example.org',
      servesDomains: true,
      claimUntil: expect.any(String),
      token,
      claimLink: `https://maple-row.sustainable-tech.example.org/claim#${derive('claim', token)}`,
    })
    const time = Date.parse(launched.claimUntil) - deployment.CLAIM_DAYS * DAY_MS
    expect(time).toBeGreaterThanOrEqual(startedAt)
    expect(time).toBeLessThanOrEqual(Date.now())
    const row = await rowOf(number)
    expect(row).toMatchObject({ state: 'live', key_hash: hashToken(token), claim_until: launched.claimUntil, user_id: admin.id })
    expect(row).toMatchObject({
      created_at: new Date(time).toISOString(),
      domain_check_at: new Date(time).toISOString(),
      wanted_domain: 'maple.example.net',
    })
    expect(row?.domain_token).toMatch(/^[\w-]{22}$/)
    expect(await lastEntry()).toEqual(['deployment.launch', 'deployment', number, 'Maple Row', admin.id, null, { slug: 'maple-row' }])

    // A repeated request with the same key returns the same launch.
    expect(await deployment.launchSite({ ...ctx, caller: caller(key) }, config('Maple Row', { domainName: 'maple.example.net' }))).toEqual(
      launched,
    )
    await expect(deployment.launchSite({ ...ctx, caller: caller(key) }, config('Maple Lane'))).rejects.toMatchObject(
      refused(409, 'deployment.key_used', 'That Idempotency-Key was used with different input. Use a new key.'),
    )
    const { token: _token, claimLink: _claimLink, ...withoutSecrets } = launched
    const getDeployment = (accessToken?: string) => deployment.getDeployment({ ...ctx, caller: caller() }, launched.id, accessToken)
    expect(await getDeployment()).toEqual(withoutSecrets)
    expect(await getDeployment('x')).toEqual(withoutSecrets)
    expect(await getDeployment(token)).toEqual(launched)
    await expect(deployment.getDeployment(ctx, 'x'.repeat(22), token)).rejects.toMatchObject(
      refused(404, 'deployment.not_found', 'No such deployment.'),
    )
  })

  test.each(['', 'k'.repeat(19), 'k'.repeat(101), `${'k'.repeat(20)}!`, `${'k'.repeat(20)}\n`])(
    'rejects the idempotency key %j',
    async (key) => {
      await expect(deployment.launchSite({ ...ctx, caller: caller(key) }, config('Maple'))).rejects.toMatchObject(
        refused(400, 'input.invalid', 'The Idempotency-Key must be 20 to 100 letters, digits, hyphens or underscores.'),
      )
    },
  )

  test.each(['Net Zero', 'Nеt-Zerо', 'The Net Zero Team'])('rejects the name %j, which resembles that of the main site', async (name) => {
    const { settings } = ctx.site
    const earlier = settings.name
    settings.name = 'Net Zero'
    await expect(deployment.launchSite({ ...ctx, caller: caller() }, config(name))).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'siteName', message: 'That name is reserved. Please choose another.' }],
    })
    settings.name = earlier
  })

  test('is rejected if launching is closed or for members only, above the limit, and on a tenant site', async () => {
    const settings = { ...ctx.site.settings }
    const attemptLaunch = (viewer: Viewer | null = null) => deployment.launchSite({ ...ctx, viewer, caller: caller() }, config('Refused'))
    const closed = refused(403, 'deployment.not_allowed', 'Launching copies is switched off on this site.')
    ctx.site.settings.launching = 'nobody'
    await expect(attemptLaunch(admin)).rejects.toMatchObject(closed)
    ctx.site.settings.launching = 'members'
    await expect(attemptLaunch()).rejects.toMatchObject(
      refused(403, 'deployment.not_allowed', 'Only members can launch a copy. Please sign in first.'),
    )
    ctx.site.settings.launching = 'everyone'
    ctx.site.settings.mostCopies = (await deployment.listLiveLaunches(ctx)).length
    expect(await deployment.getLaunchRules(ctx)).toEqual({ launching: 'everyone', isFull: true })
    await expect(attemptLaunch(admin)).rejects.toMatchObject(
      refused(409, 'deployment.full', 'The maximum number of copies has been reached. Please contact the administrator.'),
    )
    ctx.site.settings.mostCopies += 1
    expect(await deployment.getLaunchRules(ctx)).toEqual({ launching: 'everyone', isFull: false })
    Object.assign(ctx.site.settings, settings)
    const { installation: _none, ...elsewhere } = ctx
    for (const call of [() => deployment.launchSite(elsewhere, config('Refused')), () => deployment.getLaunchRules(elsewhere)])
      await expect(call()).rejects.toMatchObject(refused(404, 'page.not_found', 'No such page.'))
  })

  test('rejects the domain of the installation and one that another site has verified', async () => {
    const message = 'Another site uses that domain.'
    const taken = refused(409, 'deployment.domain_taken', message, [{ path: 'domainName', message }])
    for (const domainName of [HOST, `x.sustainable-tech.${HOST}`])
      await expect(launch('Taken', { domainName })).rejects.toMatchObject(taken)
    const { number } = await launch('First Come', { domainName: 'first.example.net' })
    await launch('Second Come', { domainName: 'first.example.net' })
    await installation.proveDomain(number)
    await expect(launch('Third Come', { domainName: 'first.example.net' })).rejects.toMatchObject(taken)
  })

  test('appends the next free number to the slug, up to 200', async () => {
    await addRow('many-names', { state: 'retired' })
    for (let n = 2; n < 200; n += 1) await addRow(`many-names-${n}`, { state: 'retired' })
    expect((await launch('Many names')).slug).toBe('many-names-200')
    const message = 'There are too many sites with that name. Please choose another.'
    await expect(launch('Many names')).rejects.toMatchObject(
      refused(409, 'deployment.name_taken', message, [{ path: 'siteName', message }]),
    )
    await ctx.db.deleteFrom('launches').where('state', '=', 'retired').execute()
  })

  test('is cancelled with 409 if it was removed as interrupted, and leaves no row if it fails', async () => {
    const launchWith = (createSite: (id: number) => Promise<unknown>) =>
      deployment.launchSite(where({ createSite: async ({ id }) => void (await createSite(id)) }), config('Slow Street'))
    await expect(launchWith((id) => setRow(id, { key_hash: 'taken' }))).rejects.toMatchObject(
      refused(409, 'deployment.interrupted', 'Creating the copy took too long and was cancelled. Please try again.'),
    )
    await ctx.db.deleteFrom('launches').where('name', '=', 'Slow Street').execute()
    await expect(launchWith(() => Promise.reject(new Error('No room')))).rejects.toThrow('No room')
    expect(await ctx.db.selectFrom('launches').select('id').where('name', '=', 'Slow Street').execute()).toEqual([])
  })

  test.each<[object, object]>([
    [{}, { language: 'en-GB', region: 'uk', currency: 'gbp', analytics: false }],
    [
      { description: 'Ours', primaryRegion: 'us', defaultCurrency: 'usd', analyticsEnabled: true },
      { description: 'Ours', language: 'en-US', region: 'us', currency: 'usd', analytics: true },
    ],
  ])('with %j creates a site with the settings %j', (input, settings) => {
    const { features, ...rest } = config('Name', input)
    expect(deployment.toSiteSettings({ ...rest, features })).toEqual({ name: 'Name', features, ...settings })
  })
})

describe('an interrupted launch', () => {
  test('is removed after five minutes, and a failed removal is retried on each run', async () => {
    const now = new Date('2026-11-24T12:00:00.000Z')
    const createdBefore = (ms: number) => ({ created_at: new Date(now.getTime() - ms).toISOString() })
    expect(await deployment.clearInterruptedLaunches(ctx, now)).toBeNull()
    const oldId = await addRow('cut-off', createdBefore(5 * 60_000))
    const freshId = await addRow('going-on', createdBefore(5 * 60_000 - 1))
    expect(await deployment.clearInterruptedLaunches(ctx, now)).toBe(now.toISOString())
    expect(await rowOf(oldId)).toBeUndefined()
    expect(await rowOf(freshId)).toMatchObject({ slug: 'going-on' })
    expect(logged).toEqual([['info', { site: 'cut-off', err: false }, 'interrupted launch removed']])
    const failing = where({ deleteSite: () => Promise.reject(new Error('busy')) })
    await expect(deployment.clearInterruptedLaunches(failing, now, 0)).rejects.toThrow('site going-on: busy')
    expect(await rowOf(freshId)).toMatchObject({ state: 'creating', key_hash: expect.stringMatching(/^taken /) })
    expect(await deployment.clearInterruptedLaunches(ctx, now, 0)).toBe(now.toISOString())
    expect(await rowOf(freshId)).toBeUndefined()
    const { installation: _none, ...elsewhere } = ctx
    expect(await deployment.clearInterruptedLaunches(elsewhere, now)).toBeNull()
  })
})

describe('an unclaimed site', () => {
  test('is retired when its claim expires, and this is recorded in the audit log', async () => {
    const [retiredSite, patientSite] = [await launch('Retired Row'), await launch('Patient Row')]
    const claimEnd = new Date('2030-01-02T00:00:00.000Z')
    const setClaimEnd = async (id: number, claimUntil: Date) => {
      await setRow(id, { claim_until: claimUntil.toISOString() })
      await installation.sites.withSiteDatabase(id, (db) =>
        db
          .insertInto('settings')
          .values({ key: 'claimUntil', value: JSON.stringify(claimUntil.toISOString()) })
          .onConflict((oc) => oc.column('key').doUpdateSet({ value: JSON.stringify(claimUntil.toISOString()) }))
          .execute(),
      )
    }
    const others = await ctx.db
      .selectFrom('launches')
      .select('id')
      .where('id', 'not in', [retiredSite.number, patientSite.number])
      .execute()
    for (const { id } of others) await setRow(id, { state: 'suspended' })
    await setClaimEnd(retiredSite.number, claimEnd)
    const later = new Date(claimEnd.getTime() + 1)
    await setClaimEnd(patientSite.number, later)
    expect(await deployment.retireUnclaimedSites({ ...ctx, viewer: null }, new Date(claimEnd.getTime() - 1))).toBe(claimEnd.toISOString())
    expect((await rowOf(retiredSite.number))?.state).toBe('live')
    expect(await deployment.retireUnclaimedSites({ ...ctx, viewer: null }, claimEnd)).toBe(later.toISOString())
    expect((await rowOf(retiredSite.number))?.state).toBe('retired')
    expect((await rowOf(patientSite.number))?.state).toBe('live')
    expect(await lastEntry()).toEqual(['deployment.retire', 'deployment', retiredSite.number, 'Retired Row', null, null, null])
    expect(logged).toEqual([])
    // A site with a later deadline in its own settings stays live, and so does a site whose database cannot be read.
    await setRow(patientSite.number, { claim_until: claimEnd.toISOString() })
    expect(await deployment.retireUnclaimedSites(ctx, claimEnd)).toBe(claimEnd.toISOString())
    expect((await rowOf(patientSite.number))?.state).toBe('live')
    await installation.sites.deleteSite(patientSite.number)
    await expect(deployment.retireUnclaimedSites(ctx, later)).rejects.toThrow('site patient-row: ')
    expect((await rowOf(patientSite.number))?.state).toBe('live')
    for (const { id } of others) await setRow(id, { state: 'live' })
    const { installation: _none, ...elsewhere } = ctx
    expect(await deployment.retireUnclaimedSites(elsewhere, later)).toBeNull()
  })
})
