/** What a launch and the care of copies answer, refuse and write down, in full. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import { hashToken } from '#features/accounts/sessions/session.service.ts'
import { USUAL_LIMITS } from '#features/quotas/quota.policy.ts'
import type { Context, Viewer } from '#platform/context.ts'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'
import * as copies from './copies.service.ts'
import { DeploymentConfig } from './deployment.contract.ts'
import * as deployment from './deployment.service.ts'
import { checkDueDomains, checkCopyDomain, checkOwnDomain, getOwnDomain } from './domain-proof.service.ts'

const HOST = 'example.org'
const DAY_MS = 86_400_000
let installation: TestInstallation
let admin: Viewer
let ctx: Context
const logged: unknown[] = []
beforeAll(async () => {
  installation = await openTestInstallation()
  admin = await makeUser(installation.main, { isAdmin: true })
  await installation.start({ publicUrl: `https://${HOST}` })
  const log = (level: string) => (about: object, message: string) => void logged.push([level, { ...about, err: 'err' in about }, message])
  ctx = { ...installation.ctx, viewer: admin, log: { info: log('info'), warn: log('warn'), error: log('error') } }
})
beforeEach(() => {
  logged.length = 0
  installation.dns.records.clear()
})
afterAll(() => installation.close())

const caller = (idempotencyKey?: string) => ({
  clientIp: '10.0.0.1',
  userAgent: 'Firefox',
  origin: `https://${HOST}`,
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
})
const config = (siteName: string, more: object = {}) => DeploymentConfig.parse({ siteName, content: 'empty', ...more })
async function launch(siteName: string, more: object = {}, key?: string) {
  const launched = await deployment.launchSite({ ...ctx, caller: caller(key) }, config(siteName, more))
  const id = await installation.numberOf(launched.id)
  installation.copies.add(id)
  return { ...launched, number: id }
}
const rowOf = (id: number) => ctx.db.selectFrom('launches').selectAll().where('id', '=', id).executeTakeFirst()
const setRow = (id: number, values: object) => ctx.db.updateTable('launches').set(values).where('id', '=', id).execute()
async function lastEntry() {
  const { before, after, ...row } = await ctx.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  const parse = (text: string | null) => (text === null ? null : (JSON.parse(text) as unknown))
  return [row.action, row.subject_type, row.subject_id, row.subject_title, row.user_id, parse(before), parse(after)]
}
const refused = (status: number, code: string, message: string, errors?: object[]) => ({ status, code, message, errors })
const derive = (purpose: string, secret: string) => createHash('sha256').update(`${purpose}:${secret}`).digest('base64url')
/** The installation itself, on a machine where this goes wrong. */
const where = (faults: Partial<TestInstallation['sites']>): Context => {
  const { sites } = installation
  const get = (_target: object, key: string): unknown => {
    const part: unknown = Reflect.get(key in faults ? faults : sites, key, sites)
    return typeof part === 'function' ? part.bind(sites) : part
  }
  return { ...ctx, installation: new Proxy(sites, { get: get as ProxyHandler<typeof sites>['get'] & object }) }
}
/** A row as a launch leaves it that was cut off. */
async function addRow(slug: string, values: object = {}): Promise<number> {
  const now = new Date().toISOString()
  const row = {
    public_id: crypto.randomUUID(),
    slug,
    name: slug,
    state: 'creating',
    config: '{}',
    key_hash: slug,
    created_at: now,
    claim_until: now,
  }
  const { id } = await ctx.db
    .insertInto('launches')
    .values({ ...row, state: 'creating', ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

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
    expect(logged).toEqual([['info', { site: 'cut-off', err: false }, 'what an interrupted launch had left was cleared away']])
    const stubborn = where({ deleteSite: () => Promise.reject(new Error('busy')) })
    expect(await deployment.clearInterruptedLaunches(stubborn, now, 0)).toBe(now.toISOString())
    expect(logged.at(-1)).toEqual([
      'error',
      { site: 'going-on', err: true },
      'what an interrupted launch had left could not be cleared away',
    ])
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
    expect(await deployment.retireUnclaimedSites(ctx, later)).toBe(ends.toISOString())
    expect(logged).toEqual([['error', { site: 'patient-row', err: true }, 'a copy could not be asked whether it has been claimed']])
    for (const { id } of others) await setRow(id, { state: 'live' })
    const { installation: _none, ...elsewhere } = ctx
    expect(await deployment.retireUnclaimedSites(elsewhere, later)).toBeNull()
  })
})

describe('the care of a copy', () => {
  test('writes down what was done, and refuses what does not fit its state', async () => {
    const { number: id, slug } = await launch('Cared For', { domainName: 'cared.example.net' })
    const entry = (action: string, ...more: unknown[]) => [action, 'deployment', id, 'Cared For', admin.id, ...more]
    const wrong = (words: string) => refused(409, 'deployment.wrong_state', `This copy ${words}.`)
    await expect(copies.resumeCopy(ctx, id)).rejects.toMatchObject(wrong('is live'))
    expect(await copies.suspendCopy(ctx, id)).toMatchObject({ id, state: 'suspended', outOfService: false, claimed: false })
    expect(await lastEntry()).toEqual(entry('deployment.suspend', { state: 'live' }, { state: 'suspended' }))
    await expect(copies.suspendCopy(ctx, id)).rejects.toMatchObject(wrong('is suspended'))
    expect(await copies.resumeCopy(ctx, id)).toMatchObject({ id, state: 'live', claimLink: null })
    expect(await lastEntry()).toEqual(entry('deployment.resume', { state: 'suspended' }, { state: 'live' }))
    for (const [state, words] of [
      ['creating', 'is still being made'],
      ['retired', 'is retired'],
    ] as const) {
      await setRow(id, { state })
      await expect(copies.suspendCopy(ctx, id)).rejects.toMatchObject(wrong(words))
    }
    await setRow(id, { state: 'creating', created_at: new Date(Date.now() - deployment.LAUNCH_TIMEOUT_MS + 60_000).toISOString() })
    await expect(copies.resumeCopy(ctx, id)).rejects.toMatchObject(wrong('is still being made'))
    await expect(copies.deleteCopy(ctx, id, 'Cared For')).rejects.toMatchObject(wrong('is still being made'))
    const [listed] = (await copies.listCopies(ctx, { page: 1, perPage: 5, search: 'CARED' })).items
    expect(listed).toMatchObject({
      id,
      state: 'creating',
      outOfService: false,
      claimed: null,
      claimUntil: null,
      bytes: null,
      quotas: null,
      fullKind: null,
      lastActiveAt: null,
    })
    await setRow(id, { created_at: new Date(Date.now() - deployment.LAUNCH_TIMEOUT_MS).toISOString() })
    const createdAt = (await rowOf(id))?.created_at
    const message = 'That is not the name of this copy.'
    await expect(copies.deleteCopy(ctx, id, 'cared for')).rejects.toMatchObject(
      refused(400, 'input.invalid', message, [{ path: 'name', message }]),
    )
    expect(await copies.deleteCopy(ctx, id, 'Cared For')).toEqual({ id })
    expect(await lastEntry()).toEqual(entry('deployment.remove_for_good', { slug, domainName: null, createdAt }, null))
    expect(await rowOf(id)).toBeUndefined()
    for (const call of [
      copies.suspendCopy,
      copies.resumeCopy,
      (on: Context, n: number) => copies.deleteCopy(on, n, ''),
      (on: Context, n: number) => copies.changeCopyQuotas(on, n, {}),
    ])
      await expect(call(ctx, id)).rejects.toMatchObject(refused(404, 'copy.not_found', 'No such copy.'))
  })

  test('one whose time to be claimed is over gets a new one with its resumption', async () => {
    const { number: id, claimLink } = await launch('Over Due')
    const row = await rowOf(id)
    await setRow(id, { state: 'retired' })
    const before = Date.now()
    const resumed = await copies.resumeCopy(ctx, id)
    expect(resumed.claimLink).toMatch(/^https:\/\/over-due\.sustainable-tech\.example\.org\/claim#[\w-]{43}$/)
    expect(resumed.claimLink).not.toBe(claimLink)
    const until = Date.parse(resumed.claimUntil ?? '')
    expect(until).toBeGreaterThanOrEqual(before + deployment.CLAIM_DAYS * DAY_MS)
    expect(until).toBeLessThanOrEqual(Date.now() + deployment.CLAIM_DAYS * DAY_MS)
    const after = await rowOf(id)
    expect(after?.claim_until).toBe(resumed.claimUntil)
    expect(after?.key_hash).not.toBe(row?.key_hash)
    expect(await lastEntry()).toEqual([
      'deployment.resume',
      'deployment',
      id,
      'Over Due',
      admin.id,
      { state: 'retired' },
      { state: 'live' },
    ])
  })

  test('sets its limits, and writes down those that changed', async () => {
    const { number: id } = await launch('Measured Mile')
    const limits = (copy: { quotas: { kind: string; limit: number }[] | null }) =>
      Object.fromEntries((copy.quotas ?? []).map(({ kind, limit }) => [kind, limit]))
    expect(limits(await copies.changeCopyQuotas(ctx, id, {}))).toEqual(USUAL_LIMITS)
    expect((await lastEntry())[0]).toBe('deployment.launch')
    expect(limits(await copies.changeCopyQuotas(ctx, id, { rows: 7, mails: 5, calls: USUAL_LIMITS.calls }))).toEqual({
      ...USUAL_LIMITS,
      rows: 7,
      mails: 5,
    })
    const subject = ['deployment.set_quotas', 'deployment', id, 'Measured Mile', admin.id]
    expect(await lastEntry()).toEqual([...subject, { rows: USUAL_LIMITS.rows, mails: USUAL_LIMITS.mails }, { rows: 7, mails: 5 }])
    expect(limits(await copies.changeCopyQuotas(ctx, id, { rows: 7, mails: 6 }))).toEqual({ ...USUAL_LIMITS, rows: 7, mails: 6 })
    expect(await lastEntry()).toEqual([...subject, { mails: 5 }, { mails: 6 }])
  })

  test('one that cannot be read is listed with what is known of it', async () => {
    const { number: id } = await launch('Unread Lane')
    await installation.sites.deleteSite(id)
    const { items, total } = await copies.listCopies(ctx, { page: 1, perPage: 1, search: 'lane' })
    expect([items, total]).toEqual([
      [
        {
          id,
          name: 'Unread Lane',
          slug: 'unread-lane',
          address: 'https://unread-lane.sustainable-tech.example.org',
          domain: null,
          state: 'live',
          outOfService: false,
          createdAt: (await rowOf(id))?.created_at,
          claimed: null,
          claimUntil: null,
          bytes: null,
          quotas: null,
          fullKind: null,
          lastActiveAt: null,
        },
      ],
      1,
    ])
    expect(logged).toEqual([['error', { site: 'unread-lane', err: true }, 'a copy could not be looked at']])
  })

  test('who may launch, and how many, is written down where it changes', async () => {
    const before = await copies.getLaunchSettings(ctx)
    const last = await lastEntry()
    expect(await copies.changeLaunchSettings(ctx, { launching: before.launching })).toEqual(before)
    expect(await lastEntry()).toEqual(last)
    expect(await copies.changeLaunchSettings(ctx, { mostCopies: 77 })).toEqual({ ...before, mostCopies: 77, isQuestionOpen: true })
    expect(await lastEntry()).toEqual([
      'settings.edit',
      'settings',
      null,
      'Copies',
      admin.id,
      { mostCopies: before.mostCopies },
      { mostCopies: 77 },
    ])
    expect(await copies.answerLaunchQuestion(ctx, 'closed')).toEqual({
      ...before,
      launching: 'nobody',
      mostCopies: 77,
      isQuestionOpen: false,
    })
    const closed = [
      { launching: 'everyone', isLaunchingAnswered: null },
      { launching: 'nobody', isLaunchingAnswered: true },
    ]
    expect(await lastEntry()).toEqual(['settings.edit', 'settings', null, 'Launching closed', admin.id, ...closed])
    await expect(copies.answerLaunchQuestion(ctx, 'open')).rejects.toMatchObject(
      refused(409, 'deployment.answered', 'Somebody has answered that already. Please look again.'),
    )
    await copies.changeLaunchSettings(ctx, { launching: 'everyone', mostCopies: before.mostCopies })
    expect((await lastEntry()).slice(5)).toEqual([
      { launching: 'nobody', mostCopies: 77 },
      { launching: 'everyone', mostCopies: before.mostCopies },
    ])
    expect((await copies.getLaunchSettings(ctx)).isQuestionOpen).toBe(false)
  })
})

describe('the proof of a domain name', () => {
  const proof = async (id: number) => {
    const row = await rowOf(id)
    return [
      row?.domain_name,
      row?.domain_problem,
      row?.domain_checked_at,
      row?.domain_check_at,
      row?.domain_missing_since,
      row?.domain_failures,
    ]
  }
  const NOW = new Date('2030-05-01T00:00:00.000Z')
  const at = (ms: number) => new Date(NOW.getTime() + ms)
  const iso = (ms: number) => at(ms).toISOString()
  const MINUTE = 60_000
  const onlyThese = async (...ids: number[]) => {
    await ctx.db.updateTable('launches').set({ domain_check_at: null }).execute()
    for (const id of ids) await setRow(id, { domain_check_at: NOW.toISOString() })
  }

  test('goes from waiting to proven, is missed for seven days, and is lost', async () => {
    const { number: id } = await launch('Proof Place', { domainName: 'proof.example.net' })
    await onlyThese(id)
    const record = `_netzero-site.proof.example.net`
    const value = `netzero-site=${(await rowOf(id))?.domain_token}`
    expect(await checkDueDomains(ctx, at(-1))).toBe(NOW.toISOString())
    expect(await proof(id)).toEqual([null, null, null, NOW.toISOString(), null, 0])
    expect(await checkDueDomains(ctx, NOW)).toBe(iso(MINUTE))
    expect(await proof(id)).toEqual([null, 'no_record', iso(0), iso(MINUTE), null, 1])
    installation.dns.records.set(record, ['else'])
    expect(await checkDueDomains(ctx, at(MINUTE))).toBe(iso(3 * MINUTE))
    expect(await proof(id)).toEqual([null, 'other_value', iso(MINUTE), iso(3 * MINUTE), null, 2])
    installation.dns.records.set(record, [value])
    expect(await checkDueDomains(ctx, at(3 * MINUTE))).toBe(iso(3 * MINUTE + DAY_MS))
    const provenRow = ['proof.example.net', null, iso(3 * MINUTE), iso(3 * MINUTE + DAY_MS), null, 0]
    expect(await proof(id)).toEqual(provenRow)
    expect(await lastEntry()).toEqual([
      'deployment.prove_domain',
      'deployment',
      id,
      'Proof Place',
      admin.id,
      null,
      { domainName: 'proof.example.net' },
    ])
    expect((await copies.listCopies(ctx, { page: 1, perPage: 1, search: undefined })).items[0]?.domain).toEqual({
      domain: 'proof.example.net',
      state: 'proven',
      recordName: record,
      recordValue: value,
      problem: null,
      checkedAt: iso(3 * MINUTE),
      nextCheckAt: iso(3 * MINUTE + DAY_MS),
      countsUntil: null,
    })
    // Gone: looked at each hour, from the moment that it was first missed.
    installation.dns.records.clear()
    const gone = 3 * MINUTE + DAY_MS
    await checkDueDomains(ctx, at(gone))
    expect(await proof(id)).toEqual(['proof.example.net', 'no_record', iso(gone), iso(gone + 60 * MINUTE), iso(gone), 1])
    expect((await copies.listCopies(ctx, { page: 1, perPage: 1, search: undefined })).items[0]?.domain).toMatchObject({
      state: 'missing',
      problem: 'There is no TXT record at _netzero-site.proof.example.net yet. A new record can take an hour until everybody sees it.',
      countsUntil: iso(gone + 7 * DAY_MS),
    })
    await checkDueDomains(ctx, at(gone + 7 * DAY_MS - 1))
    expect(await proof(id)).toEqual([
      'proof.example.net',
      'no_record',
      iso(gone + 7 * DAY_MS - 1),
      iso(gone + 7 * DAY_MS - 1 + 60 * MINUTE),
      iso(gone),
      2,
    ])
    await setRow(id, { domain_check_at: iso(gone + 7 * DAY_MS) })
    await checkDueDomains(ctx, at(gone + 7 * DAY_MS))
    expect(await proof(id)).toEqual([null, 'no_record', iso(gone + 7 * DAY_MS), iso(gone + 7 * DAY_MS + 5 * MINUTE), null, 3])
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

  test('of two with a record it stays with the first, and goes over when that has none', async () => {
    const [one, two] = [await launch('One', { domainName: 'both.example.net' }), await launch('Two', { domainName: 'both.example.net' })]
    const valueOf = async (id: number) => `netzero-site=${(await rowOf(id))?.domain_token}`
    const values = [await valueOf(one.number), await valueOf(two.number)]
    installation.dns.records.set('_netzero-site.both.example.net', values)
    expect((await checkCopyDomain(ctx, one.number)).domain).toMatchObject({ state: 'proven' })
    expect((await checkCopyDomain(ctx, two.number)).domain).toMatchObject({
      state: 'taken',
      problem: expect.stringContaining('another copy has proven both.example.net'),
      countsUntil: null,
    })
    installation.dns.records.set('_netzero-site.both.example.net', values.slice(1))
    expect((await checkCopyDomain(ctx, two.number)).domain).toMatchObject({ state: 'proven', problem: null })
    expect(await rowOf(one.number)).toMatchObject({ domain_name: null, domain_problem: 'other_value' })
    const { rows: actions } = {
      rows: await ctx.db.selectFrom('audit_entries').select(['action', 'subject_id']).orderBy('id', 'desc').limit(2).execute(),
    }
    expect(actions).toEqual([
      { action: 'deployment.prove_domain', subject_id: two.number },
      { action: 'deployment.lose_domain', subject_id: one.number },
    ])
    expect(installation.sites.findByHost('both.example.net')?.settings.name).toBe('Two')
  })

  test('is neither seen nor asked for where there is none', async () => {
    const { number: id } = await launch('No Name')
    const none = refused(404, 'domain.not_found', 'No such domain.')
    await expect(checkCopyDomain(ctx, id)).rejects.toMatchObject(none)
    await expect(checkOwnDomain(ctx)).rejects.toMatchObject(none)
    expect(await getOwnDomain(ctx)).toEqual({ domain: null })
    const { installation: _none, ...elsewhere } = ctx
    expect(await checkDueDomains(elsewhere, NOW)).toBeNull()
  })
})
