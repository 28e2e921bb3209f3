/** Tests managing tenant sites: results, errors and audit entries. */
import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '#features/quotas/quota.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import {
  admin,
  ctx,
  DAY_MS,
  installation,
  lastEntry,
  launch,
  logged,
  refused,
  rowOf,
  setRow,
  useTenantsFixture,
} from '#tests/support/copies-fixture.ts'
import * as copies from './copies.service.ts'
import * as deployment from '#features/deployment/deployment.service.ts'

useTenantsFixture()

describe('a tenant site', () => {
  test('is suspended, resumed and deleted with audit entries, but only in a state that allows it', async () => {
    const { number: id, slug } = await launch('Cared For', { domainName: 'cared.example.net' })
    const createEntry = (action: string, ...changes: unknown[]) => [action, 'deployment', id, 'Cared For', admin.id, ...changes]
    const wrongState = (words: string) => refused(409, 'deployment.wrong_state', `This copy ${words}.`)
    await expect(copies.resumeLaunchedSite(ctx, id)).rejects.toMatchObject(wrongState('is live'))
    expect(await copies.suspendLaunchedSite(ctx, id)).toMatchObject({ id, state: 'suspended', outOfService: false, claimed: false })
    expect(await lastEntry()).toEqual(createEntry('deployment.suspend', { state: 'live' }, { state: 'suspended' }))
    await expect(copies.suspendLaunchedSite(ctx, id)).rejects.toMatchObject(wrongState('is suspended'))
    expect(await copies.resumeLaunchedSite(ctx, id)).toMatchObject({ id, state: 'live', claimLink: null })
    expect(await lastEntry()).toEqual(createEntry('deployment.resume', { state: 'suspended' }, { state: 'live' }))
    for (const [state, words] of [
      ['creating', 'is still being created'],
      ['retired', 'is retired'],
    ] as const) {
      await setRow(id, { state })
      await expect(copies.suspendLaunchedSite(ctx, id)).rejects.toMatchObject(wrongState(words))
    }
    await setRow(id, { state: 'creating', created_at: new Date(Date.now() - deployment.LAUNCH_TIMEOUT_MS + 60_000).toISOString() })
    await expect(copies.resumeLaunchedSite(ctx, id)).rejects.toMatchObject(wrongState('is still being created'))
    await expect(copies.deleteLaunchedSite(ctx, id, 'Cared For')).rejects.toMatchObject(wrongState('is still being created'))
    const [listed] = (await copies.listLaunchedSites(ctx, { page: 1, perPage: 5, search: 'CARED' })).items
    expect(listed).toMatchObject({
      id,
      state: 'creating',
      outOfService: false,
      claimed: null,
      claimUntil: null,
      bytes: null,
      quotas: null,
      fullKind: null,
      heldJobs: null,
      lastActiveAt: null,
    })
    await setRow(id, { created_at: new Date(Date.now() - deployment.LAUNCH_TIMEOUT_MS).toISOString() })
    const createdAt = (await rowOf(id))?.created_at
    const message = 'That is not the name of this copy.'
    await expect(copies.deleteLaunchedSite(ctx, id, 'cared for')).rejects.toMatchObject(
      refused(400, 'input.invalid', message, [{ path: 'name', message }]),
    )
    expect(await copies.deleteLaunchedSite(ctx, id, 'Cared For')).toEqual({ id })
    expect(await lastEntry()).toEqual(createEntry('deployment.remove_for_good', { slug, domainName: null, createdAt }, null))
    expect(await rowOf(id)).toBeUndefined()
    for (const call of [
      copies.suspendLaunchedSite,
      copies.resumeLaunchedSite,
      (context: Context, n: number) => copies.deleteLaunchedSite(context, n, ''),
      (context: Context, n: number) => copies.changeLaunchedSiteQuotas(context, n, {}),
    ])
      await expect(call(ctx, id)).rejects.toMatchObject(refused(404, 'copy.not_found', 'No such copy.'))
  })

  test('gets a new claim link when it is resumed after its claim has expired', async () => {
    const { number: id, claimLink } = await launch('Over Due')
    const row = await rowOf(id)
    await setRow(id, { state: 'retired' })
    const startedAt = Date.now()
    const resumed = await copies.resumeLaunchedSite(ctx, id)
    expect(resumed.claimLink).toMatch(/^https:\/\/over-due\.sustainable-tech\.example\.org\/claim#[\w-]{43}$/)
    expect(resumed.claimLink).not.toBe(claimLink)
    const until = Date.parse(resumed.claimUntil ?? '')
    expect(until).toBeGreaterThanOrEqual(startedAt + deployment.CLAIM_DAYS * DAY_MS)
    expect(until).toBeLessThanOrEqual(Date.now() + deployment.CLAIM_DAYS * DAY_MS)
    const renewedRow = await rowOf(id)
    expect(renewedRow?.claim_until).toBe(resumed.claimUntil)
    expect(renewedRow?.key_hash).not.toBe(row?.key_hash)
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

  test('gets new quotas, and only the changed ones are recorded in the audit log', async () => {
    const { number: id } = await launch('Measured Mile')
    const getLimits = (copy: { quotas: { kind: string; limit: number }[] | null }) =>
      Object.fromEntries((copy.quotas ?? []).map(({ kind, limit }) => [kind, limit]))
    expect(getLimits(await copies.changeLaunchedSiteQuotas(ctx, id, {}))).toEqual(DEFAULT_LIMITS)
    expect((await lastEntry())[0]).toBe('deployment.launch')
    expect(getLimits(await copies.changeLaunchedSiteQuotas(ctx, id, { rows: 7, mails: 5, calls: DEFAULT_LIMITS.calls }))).toEqual({
      ...DEFAULT_LIMITS,
      rows: 7,
      mails: 5,
    })
    const subject = ['deployment.set_quotas', 'deployment', id, 'Measured Mile', admin.id]
    expect(await lastEntry()).toEqual([...subject, { rows: DEFAULT_LIMITS.rows, mails: DEFAULT_LIMITS.mails }, { rows: 7, mails: 5 }])
    expect(getLimits(await copies.changeLaunchedSiteQuotas(ctx, id, { rows: 7, mails: 6 }))).toEqual({
      ...DEFAULT_LIMITS,
      rows: 7,
      mails: 6,
    })
    expect(await lastEntry()).toEqual([...subject, { mails: 5 }, { mails: 6 }])
  })

  test('is listed with null for the properties from its own database if that cannot be read', async () => {
    const { number: id } = await launch('Unread Lane')
    await installation.sites.deleteSite(id)
    const { items, total } = await copies.listLaunchedSites(ctx, { page: 1, perPage: 1, search: 'lane' })
    expect(total).toBe(1)
    expect(items).toEqual([
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
        heldJobs: null,
        newsletter: { state: 'none', requestedAt: null, requestedBy: null },
        lastActiveAt: null,
      },
    ])
    expect(logged).toEqual([['error', { site: 'unread-lane', err: true }, 'reading a launched site failed']])
  })

  test('launch settings are recorded in the audit log when they change', async () => {
    const initialSettings = await copies.getLaunchSettings(ctx)
    const lastBefore = await lastEntry()
    expect(await copies.changeLaunchSettings(ctx, { launching: initialSettings.launching })).toEqual(initialSettings)
    expect(await lastEntry()).toEqual(lastBefore)
    expect(await copies.changeLaunchSettings(ctx, { mostCopies: 77 })).toEqual({ ...initialSettings, mostCopies: 77, isQuestionOpen: true })
    expect(await lastEntry()).toEqual([
      'settings.edit',
      'settings',
      null,
      'Copies',
      admin.id,
      { mostCopies: initialSettings.mostCopies },
      { mostCopies: 77 },
    ])
    expect(await copies.answerLaunchQuestion(ctx, 'closed')).toEqual({
      ...initialSettings,
      launching: 'nobody',
      mostCopies: 77,
      isQuestionOpen: false,
    })
    const answerChanges = [
      { launching: 'everyone', isLaunchingAnswered: null },
      { launching: 'nobody', isLaunchingAnswered: true },
    ]
    expect(await lastEntry()).toEqual(['settings.edit', 'settings', null, 'Launching closed', admin.id, ...answerChanges])
    await expect(copies.answerLaunchQuestion(ctx, 'open')).rejects.toMatchObject(
      refused(409, 'deployment.answered', 'Another administrator has already answered. Please reload the page.'),
    )
    await copies.changeLaunchSettings(ctx, { launching: 'everyone', mostCopies: initialSettings.mostCopies })
    expect((await lastEntry()).slice(5)).toEqual([
      { launching: 'nobody', mostCopies: 77 },
      { launching: 'everyone', mostCopies: initialSettings.mostCopies },
    ])
    expect((await copies.getLaunchSettings(ctx)).isQuestionOpen).toBe(false)
  })
})
