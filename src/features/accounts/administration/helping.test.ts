/** Tests how an administrator helps a member who cannot sign in. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeUserEndpoint, removeSecondFactorEndpoint, sendPasswordLinkEndpoint } from '#features/users/user-admin.contract.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { getAccountEndpoint, resetPasswordEndpoint } from '#features/accounts/account.contract.ts'
import { makeSignedIn, TEST_PASSWORD, signIn, type TestAccount } from '#features/accounts/account.factory.ts'

let site: TestSite
let admin: TestAccount
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
  await makeSignedIn(site, 'Stranger')
})
afterAll(() => site.close())

const sendLink = (id: number, actor = admin) => actor.call(sendPasswordLinkEndpoint, { params: { id } })
const removeFactor = (id: number, actor = admin) => actor.call(removeSecondFactorEndpoint, { params: { id } })
const listMails = (recipient: string) =>
  site.ctx.db.selectFrom('mails').select(['subject', 'body']).where('to_address', '=', recipient).execute()
const addSecondFactor = async (id: number) => {
  const now = new Date().toISOString()
  await site.ctx.db.updateTable('users').set({ totp_secret: 'JBSWY3DPEHPK3PXP', totp_since: now }).where('id', '=', id).execute()
  await site.ctx.db
    .insertInto('recovery_codes')
    .values({ user_id: id, code_hash: `hash-${id}` })
    .execute()
}
const listAuditEntries = async (id: number) => {
  const entries = site.ctx.db.selectFrom('audit_entries').select(['action', 'user_id', 'before', 'after']).where('subject_id', '=', id)
  return (await entries.where('subject_type', '=', 'user').orderBy('id').execute()).map((entry) => Object.values(entry))
}

describe('account recovery by an administrator', () => {
  test('mails the member a password link that works once, and does not return the link', async () => {
    const ana = await makeSignedIn(site, 'Ana')
    const { status, body } = await sendLink(ana.id)
    expect(status).toBe(200)
    expect(body).toEqual({ ok: true })
    const sentMails = await listMails('ana@example.org')
    expect(sentMails).toHaveLength(1)
    expect(sentMails[0]?.subject).toBe(`Set a new password for ${site.ctx.site.settings.name}`)
    const token = /\/reset-password#([\w-]{20,})/.exec(sentMails[0]?.body ?? '')?.[1] ?? ''
    const resetPassword = () => site.call(null, resetPasswordEndpoint, { body: { token, password: 'four warm radiators' } })
    expect((await resetPassword()).status).toBe(200)
    expect((await resetPassword()).status).toBe(400)
    expect((await signIn(site, 'Ana', 'four warm radiators')).status).toBe(200)
    expect(await listAuditEntries(ana.id)).toEqual([
      ['user.password_link', admin.id, null, null],
      ['user.password', ana.id, null, null],
    ])
  })

  test('by removing a second factor lets the member sign in with the password, and notifies the member', async () => {
    const ben = await makeSignedIn(site, 'Ben')
    await addSecondFactor(ben.id)
    expect((await signIn(site, 'Ben')).body.code).toBe('auth.code_needed')
    expect((await removeFactor(ben.id)).body).toEqual({ ok: true })
    expect((await signIn(site, 'Ben')).status).toBe(200)
    expect((await ben.call(getAccountEndpoint)).body).toMatchObject({ hasSecondFactor: false, recoveryCodesLeft: 0 })
    expect((await listMails('ben@example.org')).map(({ subject }) => subject)).toEqual([
      `Your second factor at ${site.ctx.site.settings.name} is switched off`,
      `A new sign-in at ${site.ctx.site.settings.name}`,
    ])
    expect(await listAuditEntries(ben.id)).toEqual([['user.second_factor_off', admin.id, null, null]])
  })
})

describe('an account recovery request', () => {
  test('for a link fails without an email, for the guest and unknown accounts, and the fourth time within an hour', async () => {
    const cleo = await makeSignedIn(site, 'Cleo')
    for (const status of [200, 200, 200, 429]) expect((await sendLink(cleo.id)).status).toBe(status)
    expect(await listMails('cleo@example.org')).toHaveLength(3)
    await site.ctx.db.updateTable('users').set({ email: null }).where('id', '=', cleo.id).execute()
    expect((await sendLink(cleo.id)).body.code).toBe('user.no_email')
    for (const send of [sendLink, removeFactor]) {
      expect((await send(1)).body.code).toBe('user.guest')
      expect((await send(999_999)).status).toBe(404)
    }
  })

  test('to remove a second factor fails if there is none, and for the administrator’s own', async () => {
    const dag = await makeSignedIn(site, 'Dag')
    expect((await removeFactor(dag.id)).body.code).toBe('user.no_second_factor')
    const eve = await makeSignedIn(site, 'Eve', true)
    await addSecondFactor(eve.id)
    expect((await removeFactor(eve.id, eve)).body.code).toBe('user.own_second_factor')
    expect((await signIn(site, 'Eve', TEST_PASSWORD)).body.code).toBe('auth.code_needed')
  })

  test('SEC-05 SEC-06 returns 401 for visitors and 403 for members', async () => {
    const flo = await makeSignedIn(site, 'Flo')
    await addSecondFactor(flo.id)
    for (const endpoint of [sendPasswordLinkEndpoint, removeSecondFactorEndpoint, changeUserEndpoint]) {
      expect((await site.call(null, endpoint, { params: { id: flo.id } })).status).toBe(401)
      expect((await flo.call(endpoint, { params: { id: flo.id } })).status).toBe(403)
    }
    expect(await listMails('flo@example.org')).toEqual([])
    expect((await signIn(site, 'Flo')).body.code).toBe('auth.code_needed')
  })
})
