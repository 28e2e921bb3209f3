/** What a launch answers, refuses and writes down, in full; and what is left of one that was cut off or that nobody claimed. */
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
  useCopiesFixture,
  where,
} from '#tests/support/copies-fixture.ts'
import * as deployment from './deployment.service.ts'

useCopiesFixture()

describe('a launch', () => {
  test('is answered with all that its launcher needs, which follows from the key', async () => {
    const key = 'k'.repeat(20)
    const before = Date.now()
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
    expect(time).toBeGreaterThanOrEqual(before)
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

    // The same once more is the same launch, for whoever has the key alone.
    expect(await deployment.launchSite({ ...ctx, caller: caller(key) }, config('Maple Row', { domainName: 'maple.example.net' }))).toEqual(
      launched,
    )
    await expect(deployment.launchSite({ ...ctx, caller: caller(key) }, config('Maple Lane'))).rejects.toMatchObject(
      refused(409, 'deployment.key_used', 'That Idempotency-Key belongs to a launch with other answers. Use a new key.'),
    )
    const { token: _token, claimLink: _claimLink, ...seen } = launched
    const asked = (given?: string) => deployment.getDeployment({ ...ctx, caller: caller() }, launched.id, given)
    expect([await asked(), await asked('x'), await asked(token)]).toEqual([seen, seen, launched])
    await expect(deployment.getDeployment(ctx, 'x'.repeat(22), token)).rejects.toMatchObject(
      refused(404, 'deployment.not_found', 'No such deployment.'),
    )
  })

  test.each(['', 'k'.repeat(19), 'k'.repeat(101), `${'k'.repeat(20)}!`, `${'k'.repeat(20)}\n`])('refuses %j for a key', async (key) => {
    await expect(deployment.launchSite({ ...ctx, caller: caller(key) }, config('Maple'))).rejects.toMatchObject(
      refused(400, 'input.invalid', 'The Idempotency-Key must be 20 to 100 letters, digits, hyphens or underscores.'),
    )
  })

  test.each(['Net Zero', 'Nеt-Zerо', 'The Net Zero Team'])('is refused with a name like that of the operator: %j', async (name) => {
    const { settings } = ctx.site
    const earlier = settings.name
    settings.name = 'Net Zero'
    await expect(deployment.launchSite({ ...ctx, caller: caller() }, config(name))).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'siteName', message: 'That name is reserved. Please choose another.' }],
    })
    settings.name = earlier
  })

  test('is refused where nobody or only members may, where there are enough, and on another site', async () => {
    const settings = { ...ctx.site.settings }
    const attempt = (viewer: Viewer | null = null) => deployment.launchSite({ ...ctx, viewer, caller: caller() }, config('Refused'))
    const closed = refused(403, 'deployment.not_allowed', 'This site does not launch copies at present.')
    ctx.site.settings.launching = 'nobody'
    await expect(attempt(admin)).rejects.toMatchObject(closed)
    ctx.site.settings.launching = 'members'
    await expect(attempt()).rejects.toMatchObject(
      refused(403, 'deployment.not_allowed', 'Only members may launch a copy. Please sign in first.'),
    )
    ctx.site.settings.launching = 'everyone'
    ctx.site.settings.mostCopies = (await deployment.listLiveLaunches(ctx)).length
    expect(await deployment.getLaunchRules(ctx)).toEqual({ launching: 'everyone', isFull: true })
    await expect(attempt(admin)).rejects.toMatchObject(
      refused(409, 'deployment.full', 'There are as many copies as this site can take. Please ask its administrator.'),
    )
    ctx.site.settings.mostCopies += 1
    expect(await deployment.getLaunchRules(ctx)).toEqual({ launching: 'everyone', isFull: false })
    Object.assign(ctx.site.settings, settings)
    const { installation: _none, ...elsewhere } = ctx
    for (const call of [() => deployment.launchSite(elsewhere, config('Refused')), () => deployment.getLaunchRules(elsewhere)])
      await expect(call()).rejects.toMatchObject(refused(404, 'page.not_found', 'No such page.'))
  })

  test('is refused a domain that another answers on', async () => {
    const message = 'Another site answers on that domain.'
    const taken = refused(409, 'deployment.domain_taken', message, [{ path: 'domainName', message }])
    for (const domainName of [HOST, `x.sustainable-tech.${HOST}`])
      await expect(launch('Taken', { domainName })).rejects.toMatchObject(taken)
    const { number } = await launch('First Come', { domainName: 'first.example.net' })
    await launch('Second Come', { domainName: 'first.example.net' })
    await installation.proveDomain(number)
    await expect(launch('Third Come', { domainName: 'first.example.net' })).rejects.toMatchObject(taken)
  })

  test('takes the next free number, up to two hundred', async () => {
    await addRow('many-names', { state: 'retired' })
    for (let n = 2; n < 200; n += 1) await addRow(`many-names-${n}`, { state: 'retired' })
    expect((await launch('Many names')).slug).toBe('many-names-200')
    const message = 'There are many sites of that name. Please choose another.'
    await expect(launch('Many names')).rejects.toMatchObject(
      refused(409, 'deployment.name_taken', message, [{ path: 'siteName', message }]),
    )
    await ctx.db.deleteFrom('launches').where('state', '=', 'retired').execute()
  })

  test('that took so long that it was cleared away leaves nothing, and one that fails neither', async () => {
    const wrap = (createSite: (id: number) => Promise<unknown>) =>
      deployment.launchSite(where({ createSite: async ({ id }) => void (await createSite(id)) }), config('Slow Street'))
    await expect(wrap((id) => setRow(id, { key_hash: 'taken' }))).rejects.toMatchObject(
      refused(409, 'deployment.interrupted', 'Making it took too long, and nothing of it is left. Please try again.'),
    )
    await ctx.db.deleteFrom('launches').where('name', '=', 'Slow Street').execute()
    await expect(wrap(() => Promise.reject(new Error('No room')))).rejects.toThrow('No room')
    expect(await ctx.db.selectFrom('launches').select('id').where('name', '=', 'Slow Street').execute()).toEqual([])
  })

  test.each<[object, object]>([
    [{}, { language: 'en-GB', region: 'uk', currency: 'gbp', analytics: false }],
    [
      { description: 'Ours', primaryRegion: 'us', defaultCurrency: 'usd', analyticsEnabled: true },
      { description: 'Ours', language: 'en-US', region: 'us', currency: 'usd', analytics: true },
    ],
  ])('with %j makes a site with %j', (given, settings) => {
    const { features, ...asked } = config('Name', given)
    expect(deployment.toSiteSettings({ ...asked, features })).toEqual({ name: 'Name', features, ...settings })
  })
})

describe('what an interrupted launch has left', () => {
  test('is cleared away after five minutes, and looked at each time as long as there is any', async () => {
    const now = new Date('2026-11-24T12:00:00.000Z')
    const at = (ms: number) => ({ created_at: new Date(now.getTime() - ms).toISOString() })
    expect(await deployment.clearInterruptedLaunches(ctx, now)).toBeNull()
    const old = await addRow('cut-off', at(5 * 60_000))
    const fresh = await addRow('going-on', at(5 * 60_000 - 1))
    expect(await deployment.clearInterruptedLaunches(ctx, now)).toBe(now.toISOString())
    expect([await rowOf(old), (await rowOf(fresh))?.slug]).toEqual([undefined, 'going-on'])
    expect(logged).toEqual([['info', { site: 'cut-off', err: false }, 'interrupted launch removed']])
    const stubborn = where({ deleteSite: () => Promise.reject(new Error('busy')) })
    await expect(deployment.clearInterruptedLaunches(stubborn, now, 0)).rejects.toThrow('site going-on: busy')
    expect(await rowOf(fresh)).toMatchObject({ state: 'creating', key_hash: expect.stringMatching(/^taken /) })
    expect(await deployment.clearInterruptedLaunches(ctx, now, 0)).toBe(now.toISOString())
    expect(await rowOf(fresh)).toBeUndefined()
    const { installation: _none, ...elsewhere } = ctx
    expect(await deployment.clearInterruptedLaunches(elsewhere, now)).toBeNull()
  })
})

describe('a copy that nobody has claimed', () => {
  test('is retired at its time, not before, and this is told', async () => {
    const [one, two] = [await launch('Retired Row'), await launch('Patient Row')]
    const ends = new Date('2030-01-02T00:00:00.000Z')
    const set = async (id: number, claimUntil: Date) => {
      await setRow(id, { claim_until: claimUntil.toISOString() })
      await installation.sites.withSiteDatabase(id, (db) =>
        db
          .insertInto('settings')
          .values({ key: 'claimUntil', value: JSON.stringify(claimUntil.toISOString()) })
          .onConflict((clash) => clash.column('key').doUpdateSet({ value: JSON.stringify(claimUntil.toISOString()) }))
          .execute(),
      )
    }
    const others = await ctx.db.selectFrom('launches').select('id').where('id', 'not in', [one.number, two.number]).execute()
    for (const { id } of others) await setRow(id, { state: 'suspended' })
    await set(one.number, ends)
    const later = new Date(ends.getTime() + 1)
    await set(two.number, later)
    expect(await deployment.retireUnclaimedSites({ ...ctx, viewer: null }, new Date(ends.getTime() - 1))).toBe(ends.toISOString())
    expect((await rowOf(one.number))?.state).toBe('live')
    expect(await deployment.retireUnclaimedSites({ ...ctx, viewer: null }, ends)).toBe(later.toISOString())
    expect([(await rowOf(one.number))?.state, (await rowOf(two.number))?.state]).toEqual(['retired', 'live'])
    expect(await lastEntry()).toEqual(['deployment.retire', 'deployment', one.number, 'Retired Row', null, null, null])
    expect(logged).toEqual([])
    // One that has been given longer by itself stays; one that cannot be asked too.
    await setRow(two.number, { claim_until: ends.toISOString() })
    expect(await deployment.retireUnclaimedSites(ctx, ends)).toBe(ends.toISOString())
    expect((await rowOf(two.number))?.state).toBe('live')
    await installation.sites.deleteSite(two.number)
    await expect(deployment.retireUnclaimedSites(ctx, later)).rejects.toThrow('site patient-row: ')
    expect((await rowOf(two.number))?.state).toBe('live')
    for (const { id } of others) await setRow(id, { state: 'live' })
    const { installation: _none, ...elsewhere } = ctx
    expect(await deployment.retireUnclaimedSites(elsewhere, later)).toBeNull()
  })
})
