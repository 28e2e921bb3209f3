import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createPasskey, usePasskey } from '#tests/support/soft-authenticator.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as account from '#features/accounts/account.contract.ts'
import { cookieOf, makeSignedIn, TEST_PASSWORD, signIn } from '#features/accounts/account.factory.ts'
import * as contract from './passkey.contract.ts'
import { addPasskey, requestChallenge, TEST_RELYING_PARTY, sendAssertion, signInWith } from './passkey.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
afterEach(() => vi.useRealTimers())

const MINUTE_MS = 60_000
const REJECTED = { status: 401, code: 'auth.passkey_wrong' }
const getError = ({ status, body }: { status: number; body: { code?: string } }) => ({ status, code: body.code })
const listMails = (username: string) =>
  site.ctx.db.selectFrom('mails').select(['subject', 'body']).where('to_address', '=', `${username}@example.org`.toLowerCase()).execute()
const listAuditActions = (id: number) =>
  site.ctx.db.selectFrom('audit_entries').select('action').where('subject_id', '=', id).orderBy('id').execute()

describe('adding a passkey', () => {
  test('stores and audits the passkey, mails the owner, and allows sign-in without a password', async () => {
    const ann = await makeSignedIn(site)
    const { passkey, response } = await addPasskey(ann, 'Ann’s phone')
    expect(response.status).toBe(201)
    expect(response.body).toEqual({
      id: expect.any(Number),
      name: 'Ann’s phone',
      host: 'localhost',
      isBackedUp: false,
      createdAt: expect.any(String),
      lastUsedAt: null,
    })
    expect((await listMails(ann.username)).map(({ subject }) => subject)).toEqual(['A passkey was added at Net Zero'])
    expect((await listAuditActions(ann.id)).map(({ action }) => action)).toContain('user.passkey_added')

    const { response: signInResponse } = await signInWith(site, passkey)
    expect(signInResponse).toMatchObject({ status: 200, body: { user: { username: ann.username } } })
    expect((await site.call(null, account.getAccountEndpoint, {}, { cookie: cookieOf(signInResponse) })).body.id).toBe(ann.id)
    const { body: listedPasskeys } = await ann.call(contract.listPasskeysEndpoint)
    expect(listedPasskeys).toMatchObject([{ name: 'Ann’s phone', lastUsedAt: expect.any(String) }])
    const accountJson = JSON.stringify((await ann.call(account.getAccountEndpoint)).body)
    expect(accountJson).not.toContain(passkey.id)
  })

  test('requires the password once the session is older than five minutes', async () => {
    const ben = await makeSignedIn(site)
    vi.useFakeTimers({ now: Date.now() + 6 * MINUTE_MS, toFake: ['Date'] })
    const withoutPassword = await ben.call(contract.beginPasskeyEndpoint, { body: {} })
    expect(withoutPassword).toMatchObject({ status: 400, body: { errors: [{ path: 'password' }] } })
    const wrongPassword = await ben.call(contract.beginPasskeyEndpoint, { body: { password: 'not this one' } })
    expect(getError(wrongPassword)).toEqual({ status: 403, code: 'auth.wrong_password' })
    expect((await ben.call(contract.beginPasskeyEndpoint, { body: { password: TEST_PASSWORD } })).status).toBe(200)
  })

  test('rejects credentials of another account, host or purpose, without user verification, with an expired or used challenge', async () => {
    const [cat, dan] = [await makeSignedIn(site), await makeSignedIn(site)]
    for (const overrides of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isVerified: false }])
      expect((await addPasskey(cat, 'Forged', overrides)).response.status).toBe(400)
    const { body: options } = await cat.call(contract.beginPasskeyEndpoint, { body: {} })
    const { answer: credential } = createPasskey(options, TEST_RELYING_PARTY)
    const body = { name: 'Late', passkey: credential }
    expect((await dan.call(contract.addPasskeyEndpoint, { body })).status).toBe(400)
    const { answer: signInCredential } = createPasskey({ ...options, challenge: await requestChallenge(site) }, TEST_RELYING_PARTY)
    expect((await cat.call(contract.addPasskeyEndpoint, { body: { name: 'Mixed', passkey: signInCredential } })).status).toBe(400)
    vi.useFakeTimers({ now: Date.now() + 5 * MINUTE_MS + 1000, toFake: ['Date'] })
    expect((await cat.call(contract.addPasskeyEndpoint, { body })).status).toBe(400)
    vi.useRealTimers()
    expect((await cat.call(contract.addPasskeyEndpoint, { body })).status).toBe(201)
    expect((await cat.call(contract.addPasskeyEndpoint, { body })).status).toBe(400)
    expect((await cat.call(contract.listPasskeysEndpoint)).body).toHaveLength(1)
    expect((await dan.call(contract.listPasskeysEndpoint)).body).toHaveLength(0)
  })

  test('rejects attestation with certificates, and fetches no URL from it', async () => {
    const eve = await makeSignedIn(site)
    const fetchSpy = vi.spyOn(globalThis, 'fetch')
    for (const fmt of ['packed', 'fido-u2f', 'apple', 'android-key', 'android-safetynet', 'tpm']) {
      const { body: options } = await eve.call(contract.beginPasskeyEndpoint, { body: {} })
      const { answer: credential } = createPasskey(options, TEST_RELYING_PARTY, fmt, new Map([['x5c', new Map()]]))
      expect((await eve.call(contract.addPasskeyEndpoint, { body: { name: fmt, passkey: credential } })).status, fmt).toBe(400)
    }
    expect(fetchSpy).not.toHaveBeenCalled()
  })

  test('returns 400 for malformed attestation objects, and 409 for more than twenty passkeys', async () => {
    const fay = await makeSignedIn(site)
    const { credential } = await addPasskey(fay)
    const malformed = { ...credential.response, attestationObject: 'AAAA' }
    // 6,000 nested CBOR arrays, which the maximum length allows.
    const nested = { ...credential.response, attestationObject: Buffer.alloc(6000, 0x81).toString('base64url') }
    for (const response of [malformed, nested]) {
      const { status } = await fay.call(contract.addPasskeyEndpoint, { body: { name: 'Forged', passkey: { ...credential, response } } })
      expect(status).toBe(400)
    }
    for (let n = 1; n < 20; n += 1) await addPasskey(fay, `No ${n}`)
    expect(getError(await fay.call(contract.beginPasskeyEndpoint, { body: {} }))).toEqual({ status: 409, code: 'passkey.too_many' })
  })
})

describe('signing in with a passkey', () => {
  test('accepts an assertion once, even if it is sent twice concurrently', async () => {
    const { passkey } = await addPasskey(await makeSignedIn(site))
    const { credential, response } = await signInWith(site, passkey)
    expect(response.status).toBe(200)
    expect(getError(await sendAssertion(site, credential))).toEqual(REJECTED)
    const nextAssertion = usePasskey(passkey, await requestChallenge(site), TEST_RELYING_PARTY)
    const responses = await Promise.all([sendAssertion(site, nextAssertion), sendAssertion(site, nextAssertion)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    // Most devices do not count, so the same must apply without a counter.
    const { passkey: passkeyWithoutCounter } = await addPasskey(await makeSignedIn(site))
    passkeyWithoutCounter.counter = -1
    const assertion = usePasskey(passkeyWithoutCounter, await requestChallenge(site), TEST_RELYING_PARTY)
    expect((await sendAssertion(site, assertion)).status).toBe(200)
    expect(getError(await sendAssertion(site, assertion))).toEqual(REJECTED)
  })

  test('returns the same error for every cause', async () => {
    const gil = await makeSignedIn(site)
    const { passkey } = await addPasskey(gil)
    const { passkey: otherPasskey } = await addPasskey(await makeSignedIn(site))
    const rejectedResponses = [
      (await signInWith(site, passkey, { origin: 'https://evil.example' })).response,
      (await signInWith(site, passkey, { origin: 'http://localhost:3000' })).response,
      (await signInWith(site, passkey, { rpId: 'evil.example' })).response,
      (await signInWith(site, passkey, { isVerified: false })).response,
      (await signInWith(site, { ...passkey, id: 'bm8tc3VjaC1jcmVkZW50aWFs' })).response,
      // These two combine the key of another passkey with this credential id, and this passkey with the user handle of another account.
      (await signInWith(site, { ...otherPasskey, id: passkey.id })).response,
      (await signInWith(site, { ...passkey, userHandle: otherPasskey.userHandle })).response,
      await sendAssertion(site, usePasskey(passkey, 'bWFkZSB1cA', TEST_RELYING_PARTY)),
      await sendAssertion(site, usePasskey(passkey, await requestChallenge(site), { ...TEST_RELYING_PARTY, type: 'webauthn.create' })),
    ]
    const messages = new Set(rejectedResponses.map(({ status, body }) => JSON.stringify([status, body.code, body.message, body.error])))
    expect([...messages]).toHaveLength(1)
    expect(getError(rejectedResponses[0]!)).toEqual(REJECTED)
    const challenge = await requestChallenge(site)
    vi.useFakeTimers({ now: Date.now() + 5 * MINUTE_MS + 1000, toFake: ['Date'] })
    expect(getError(await sendAssertion(site, usePasskey(passkey, challenge, TEST_RELYING_PARTY)))).toEqual(REJECTED)
  })

  test('rejects a counter that does not increase, adds an audit entry and notifies the owner', async () => {
    const hal = await makeSignedIn(site)
    const { passkey } = await addPasskey(hal)
    const clone = { ...passkey }
    for (let n = 0; n < 3; n += 1) expect((await signInWith(site, passkey)).response.status).toBe(200)
    expect(getError((await signInWith(site, clone)).response)).toEqual(REJECTED)
    expect((await listMails(hal.username)).map(({ subject }) => subject)).toContain('One of your passkeys at Net Zero may have been copied')
    expect((await listAuditActions(hal.id)).map(({ action }) => action)).toContain('session.refused')
    // Without the private key, an attacker cannot trigger the warning.
    const mailCount = (await listMails(hal.username)).length
    const { key } = (await addPasskey(await makeSignedIn(site))).passkey
    await signInWith(site, { ...clone, key, counter: 0 })
    expect(await listMails(hal.username)).toHaveLength(mailCount)
    expect((await signInWith(site, passkey)).response.status).toBe(200)
  })

  test('rejects removed passkeys, closed accounts and accounts without a password', async () => {
    const ida = await makeSignedIn(site)
    const { passkey, response } = await addPasskey(ida, 'Old phone')
    const { passkey: secondPasskey } = await addPasskey(ida)
    const params = { id: response.body.id }
    const otherMember = await makeSignedIn(site)
    expect((await otherMember.call(contract.removePasskeyEndpoint, { params, body: { password: TEST_PASSWORD } })).status).toBe(404)
    expect((await ida.call(contract.removePasskeyEndpoint, { params, body: { password: 'wrong' } })).status).toBe(403)
    expect((await ida.call(contract.removePasskeyEndpoint, { params, body: { password: TEST_PASSWORD } })).status).toBe(200)
    expect((await listMails(ida.username)).at(-1)?.subject).toBe('A passkey was removed at Net Zero')
    expect(getError((await signInWith(site, passkey)).response)).toEqual(REJECTED)
    const updateIda = site.ctx.db.updateTable('users').where('id', '=', ida.id)
    await updateIda.set({ restricted_at: new Date().toISOString() }).execute()
    expect((await signInWith(site, secondPasskey)).response.body.user.isRestricted).toBe(true)
    await updateIda.set({ password_hash: null }).execute()
    expect(getError((await signInWith(site, secondPasskey)).response)).toEqual(REJECTED)

    const jon = await makeSignedIn(site)
    const { passkey: jonsPasskey } = await addPasskey(jon)
    expect((await jon.call(account.deleteAccountEndpoint, { body: { password: TEST_PASSWORD } })).status).toBe(200)
    expect(getError((await signInWith(site, jonsPasskey)).response)).toEqual(REJECTED)
    expect(await site.ctx.db.selectFrom('passkeys').select('id').where('user_id', '=', jon.id).execute()).toEqual([])
  })

  test('as an administrator returns 401 for other members', async () => {
    const { passkey } = await addPasskey(await makeSignedIn(site))
    const { passkey: adminPasskey } = await addPasskey(await makeSignedIn(site, undefined, true))
    const loginAsAdmin = async (candidate: typeof passkey) =>
      sendAssertion(site, usePasskey(candidate, await requestChallenge(site), TEST_RELYING_PARTY), contract.passkeyAdminLoginEndpoint)
    expect(getError(await loginAsAdmin(passkey))).toEqual(REJECTED)
    expect((await loginAsAdmin(adminPasskey)).body.user.isAdmin).toBe(true)
  })

  test('stores no row for a requested challenge, and is throttled after thirty failures from one network', async () => {
    const { passkey } = await addPasskey(await makeSignedIn(site))
    const countTokens = async () => (await site.ctx.db.selectFrom('one_time_tokens').select('token_hash').execute()).length
    const tokenCount = await countTokens()
    for (let n = 0; n < 20; n += 1) await requestChallenge(site)
    expect(await countTokens()).toBe(tokenCount)
    const fromNetwork = { 'x-forwarded-for': '10.77.1.1' }
    const sendInvalid = async () => {
      const credential = usePasskey(passkey, await requestChallenge(site), { ...TEST_RELYING_PARTY, rpId: 'evil.example' })
      return (await site.call(null, contract.passkeySignInEndpoint, { body: { passkey: credential } }, fromNetwork)).status
    }
    for (let n = 0; n < 30; n += 1) expect(await sendInvalid()).toBe(401)
    expect(await sendInvalid()).toBe(429)
    expect((await signInWith(site, passkey)).response.status).toBe(200)
  })
})

describe('requiring a passkey after the password', () => {
  const createInput = (isOn: boolean, password = TEST_PASSWORD) => ({ body: { isOn, password } })

  test('rejects the password alone, and accepts a passkey or a recovery code, once', async () => {
    const kit = await makeSignedIn(site)
    expect(getError(await kit.call(contract.askPasskeyAfterPasswordEndpoint, createInput(true)))).toEqual({
      status: 409,
      code: 'passkey.none',
    })
    const { passkey, response } = await addPasskey(kit)
    expect((await signIn(site, kit.username)).status).toBe(200)
    expect((await kit.call(contract.askPasskeyAfterPasswordEndpoint, createInput(true, 'wrong'))).status).toBe(403)
    const { body } = await kit.call(contract.askPasskeyAfterPasswordEndpoint, createInput(true))
    expect(body.recoveryCodes).toHaveLength(10)
    expect((await kit.call(account.getAccountEndpoint)).body).toMatchObject({ asksPasskeyAfterPassword: true, recoveryCodesLeft: 10 })
    expect(getError(await signIn(site, kit.username))).toEqual({ status: 401, code: 'auth.passkey_needed' })
    expect(getError(await signIn(site, kit.username, 'wrong'))).toEqual({ status: 401, code: 'auth.wrong' })
    expect(getError(await signIn(site, kit.username, TEST_PASSWORD, { code: '123456' }))).toEqual({ status: 401, code: 'auth.code_wrong' })
    expect((await signIn(site, kit.username, TEST_PASSWORD, { code: body.recoveryCodes[0] })).status).toBe(200)
    expect((await signIn(site, kit.username, TEST_PASSWORD, { code: body.recoveryCodes[0] })).status).toBe(401)
    expect((await signInWith(site, passkey)).response.status).toBe(200)
    // Removing the last passkey ends the requirement and deletes the recovery codes.
    await kit.call(contract.removePasskeyEndpoint, { params: { id: response.body.id }, body: { password: TEST_PASSWORD } })
    expect((await kit.call(account.getAccountEndpoint)).body).toMatchObject({ asksPasskeyAfterPassword: false, recoveryCodesLeft: 0 })
    expect((await signIn(site, kit.username)).status).toBe(200)
  })

  test('can be switched off only with the password', async () => {
    const liv = await makeSignedIn(site)
    await addPasskey(liv)
    await liv.call(contract.askPasskeyAfterPasswordEndpoint, createInput(true))
    expect((await liv.call(contract.askPasskeyAfterPasswordEndpoint, createInput(false, 'wrong'))).status).toBe(403)
    expect((await signIn(site, liv.username)).status).toBe(401)
    expect((await liv.call(contract.askPasskeyAfterPasswordEndpoint, createInput(false))).body).toEqual({ recoveryCodes: [] })
    expect((await signIn(site, liv.username)).status).toBe(200)
  })
})

test('members can list and rename only their own passkeys; visitors get 401', async () => {
  const [max, ned] = [await makeSignedIn(site), await makeSignedIn(site)]
  const { response } = await addPasskey(max)
  const params = { id: response.body.id }
  expect((await ned.call(contract.renamePasskeyEndpoint, { params, body: { name: 'Mine' } })).status).toBe(404)
  expect((await max.call(contract.renamePasskeyEndpoint, { params, body: { name: ' ' } })).status).toBe(400)
  expect((await max.call(contract.renamePasskeyEndpoint, { params, body: { name: 'Laptop' } })).body.name).toBe('Laptop')
  expect((await ned.call(contract.listPasskeysEndpoint)).body).toEqual([])
  for (const endpoint of [contract.listPasskeysEndpoint, contract.beginPasskeyEndpoint])
    expect((await site.call(null, endpoint, endpoint.method === 'GET' ? {} : { body: {} })).status).toBe(401)
})
