import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createPasskey, usePasskey } from '#tests/support/soft-authenticator.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as account from '#features/accounts/account.contract.ts'
import { cookieOf, makeSignedIn, TEST_PASSWORD, signIn } from '#features/accounts/account.factory.ts'
import * as contract from './passkey.contract.ts'
import { addPasskey, challengeOf, TEST_RELYING_PARTY, sendAnswer, signInWith } from './passkey.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
afterEach(() => vi.useRealTimers())

const MINUTE = 60_000
const REFUSED = [401, 'auth.passkey_wrong']
const saidBy = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const mailsTo = (username: string) =>
  site.ctx.db.selectFrom('mails').select(['subject', 'body']).where('to_address', '=', `${username}@example.org`.toLowerCase()).execute()
const auditOf = (id: number) =>
  site.ctx.db.selectFrom('audit_entries').select('action').where('subject_id', '=', id).orderBy('id').execute()

describe('adding one', () => {
  test('is kept with its name, told by mail, and noted; then it opens the account without a password', async () => {
    const ann = await makeSignedIn(site)
    const { passkey, reply } = await addPasskey(ann, 'Ann’s phone')
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Ann’s phone',
        host: 'localhost',
        isBackedUp: false,
        createdAt: expect.any(String),
        lastUsedAt: null,
      },
    ])
    expect((await mailsTo(ann.username)).map(({ subject }) => subject)).toEqual(['A passkey was added at Net Zero'])
    expect((await auditOf(ann.id)).map(({ action }) => action)).toContain('user.passkey_added')

    const { reply: session } = await signInWith(site, passkey)
    expect([session.status, session.body.user.username]).toEqual([200, ann.username])
    expect((await site.call(null, account.getAccountEndpoint, {}, { cookie: cookieOf(session) })).body.id).toBe(ann.id)
    const { body: list } = await ann.call(contract.listPasskeysEndpoint)
    expect(list).toMatchObject([{ name: 'Ann’s phone', lastUsedAt: expect.any(String) }])
    const stored = JSON.stringify((await ann.call(account.getAccountEndpoint)).body)
    expect(stored).not.toContain(passkey.id)
  })

  test('asks for the password once a session is some minutes old', async () => {
    const ben = await makeSignedIn(site)
    vi.useFakeTimers({ now: Date.now() + 6 * MINUTE, toFake: ['Date'] })
    const bare = await ben.call(contract.beginPasskeyEndpoint, { body: {} })
    expect([bare.status, bare.body.errors[0].path]).toEqual([400, 'password'])
    const wrong = await ben.call(contract.beginPasskeyEndpoint, { body: { password: 'not this one' } })
    expect(saidBy(wrong)).toEqual([403, 'auth.wrong_password'])
    expect((await ben.call(contract.beginPasskeyEndpoint, { body: { password: TEST_PASSWORD } })).status).toBe(200)
  })

  test('what another account, another host, an unverified person or an old challenge made is refused', async () => {
    const [cat, dan] = [await makeSignedIn(site), await makeSignedIn(site)]
    for (const said of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isVerified: false }])
      expect((await addPasskey(cat, 'Bent', said)).reply.status).toBe(400)
    const { body: options } = await cat.call(contract.beginPasskeyEndpoint, { body: {} })
    const { answer } = createPasskey(options, TEST_RELYING_PARTY)
    const body = { name: 'Late', passkey: answer }
    expect((await dan.call(contract.addPasskeyEndpoint, { body })).status).toBe(400)
    const { answer: forSignIn } = createPasskey({ ...options, challenge: await challengeOf(site) }, TEST_RELYING_PARTY)
    expect((await cat.call(contract.addPasskeyEndpoint, { body: { name: 'Mixed', passkey: forSignIn } })).status).toBe(400)
    vi.useFakeTimers({ now: Date.now() + 5 * MINUTE + 1000, toFake: ['Date'] })
    expect((await cat.call(contract.addPasskeyEndpoint, { body })).status).toBe(400)
    vi.useRealTimers()
    expect((await cat.call(contract.addPasskeyEndpoint, { body })).status).toBe(201)
    expect((await cat.call(contract.addPasskeyEndpoint, { body })).status).toBe(400)
    expect((await cat.call(contract.listPasskeysEndpoint)).body).toHaveLength(1)
    expect((await dan.call(contract.listPasskeysEndpoint)).body).toHaveLength(0)
  })

  test('a statement with certificates is refused unread: nobody makes the server fetch what stands in one', async () => {
    const eve = await makeSignedIn(site)
    const fetched = vi.spyOn(globalThis, 'fetch')
    for (const fmt of ['packed', 'fido-u2f', 'apple', 'android-key', 'android-safetynet', 'tpm']) {
      const { body: options } = await eve.call(contract.beginPasskeyEndpoint, { body: {} })
      const { answer } = createPasskey(options, TEST_RELYING_PARTY, fmt, new Map([['x5c', new Map()]]))
      expect([fmt, (await eve.call(contract.addPasskeyEndpoint, { body: { name: fmt, passkey: answer } })).status]).toEqual([fmt, 400])
    }
    expect(fetched).not.toHaveBeenCalled()
  })

  test('bytes that are nonsense are refused like any others; twenty are enough', async () => {
    const fay = await makeSignedIn(site)
    const { answer } = await addPasskey(fay)
    const response = { ...answer.response, attestationObject: 'AAAA' }
    // Arrays in arrays, for as long as the contract lets them in.
    const deep = { ...answer.response, attestationObject: Buffer.alloc(6000, 0x81).toString('base64url') }
    for (const bent of [response, deep]) {
      const { status } = await fay.call(contract.addPasskeyEndpoint, { body: { name: 'Bent', passkey: { ...answer, response: bent } } })
      expect(status).toBe(400)
    }
    for (let n = 1; n < 20; n += 1) await addPasskey(fay, `No ${n}`)
    expect(saidBy(await fay.call(contract.beginPasskeyEndpoint, { body: {} }))).toEqual([409, 'passkey.too_many'])
  })
})

describe('signing in', () => {
  test('an answer counts once, also when it comes twice at once', async () => {
    const { passkey } = await addPasskey(await makeSignedIn(site))
    const { answer, reply } = await signInWith(site, passkey)
    expect(reply.status).toBe(200)
    expect(saidBy(await sendAnswer(site, answer))).toEqual(REFUSED)
    const next = usePasskey(passkey, await challengeOf(site), TEST_RELYING_PARTY)
    const both = await Promise.all([sendAnswer(site, next), sendAnswer(site, next)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    // Without a counter too, as most devices have none.
    const { passkey: uncounted } = await addPasskey(await makeSignedIn(site))
    uncounted.counter = -1
    const once = usePasskey(uncounted, await challengeOf(site), TEST_RELYING_PARTY)
    expect((await sendAnswer(site, once)).status).toBe(200)
    expect(saidBy(await sendAnswer(site, once))).toEqual(REFUSED)
  })

  test('whatever is wrong hears the same', async () => {
    const gil = await makeSignedIn(site)
    const { passkey } = await addPasskey(gil)
    const { passkey: other } = await addPasskey(await makeSignedIn(site))
    const bent = [
      (await signInWith(site, passkey, { origin: 'https://evil.example' })).reply,
      (await signInWith(site, passkey, { origin: 'http://localhost:3000' })).reply,
      (await signInWith(site, passkey, { rpId: 'evil.example' })).reply,
      (await signInWith(site, passkey, { isVerified: false })).reply,
      (await signInWith(site, { ...passkey, id: 'bm8tc3VjaC1jcmVkZW50aWFs' })).reply,
      // Another's key under this one's name, and this one's under another's account.
      (await signInWith(site, { ...other, id: passkey.id })).reply,
      (await signInWith(site, { ...passkey, userHandle: other.userHandle })).reply,
      await sendAnswer(site, usePasskey(passkey, 'bWFkZSB1cA', TEST_RELYING_PARTY)),
      await sendAnswer(site, usePasskey(passkey, await challengeOf(site), { ...TEST_RELYING_PARTY, type: 'webauthn.create' })),
    ]
    const messages = new Set(bent.map(({ status, body }) => JSON.stringify([status, body.code, body.message, body.error])))
    expect([...messages]).toHaveLength(1)
    expect(saidBy(bent[0]!)).toEqual(REFUSED)
    const challenge = await challengeOf(site)
    vi.useFakeTimers({ now: Date.now() + 5 * MINUTE + 1000, toFake: ['Date'] })
    expect(saidBy(await sendAnswer(site, usePasskey(passkey, challenge, TEST_RELYING_PARTY)))).toEqual(REFUSED)
  })

  test('a counter that goes back: refused, noted, and told to the owner', async () => {
    const hal = await makeSignedIn(site)
    const { passkey } = await addPasskey(hal)
    const copy = { ...passkey }
    for (let n = 0; n < 3; n += 1) expect((await signInWith(site, passkey)).reply.status).toBe(200)
    expect(saidBy((await signInWith(site, copy)).reply)).toEqual(REFUSED)
    expect((await mailsTo(hal.username)).map(({ subject }) => subject)).toContain('One of your passkeys at Net Zero may have been copied')
    expect((await auditOf(hal.id)).map(({ action }) => action)).toContain('session.refused')
    // Who has not the key cannot make it seem so.
    const before = (await mailsTo(hal.username)).length
    const { key } = (await addPasskey(await makeSignedIn(site))).passkey
    await signInWith(site, { ...copy, key, counter: 0 })
    expect(await mailsTo(hal.username)).toHaveLength(before)
    expect((await signInWith(site, passkey)).reply.status).toBe(200)
  })

  test('a removed passkey, a closed account and one without a password: as if there were none', async () => {
    const ida = await makeSignedIn(site)
    const { passkey, reply } = await addPasskey(ida, 'Old phone')
    const { passkey: second } = await addPasskey(ida)
    const params = { id: reply.body.id }
    const stranger = await makeSignedIn(site)
    expect((await stranger.call(contract.removePasskeyEndpoint, { params, body: { password: TEST_PASSWORD } })).status).toBe(404)
    expect((await ida.call(contract.removePasskeyEndpoint, { params, body: { password: 'wrong' } })).status).toBe(403)
    expect((await ida.call(contract.removePasskeyEndpoint, { params, body: { password: TEST_PASSWORD } })).status).toBe(200)
    expect((await mailsTo(ida.username)).at(-1)?.subject).toBe('A passkey was removed at Net Zero')
    expect(saidBy((await signInWith(site, passkey)).reply)).toEqual(REFUSED)
    const users = site.ctx.db.updateTable('users').where('id', '=', ida.id)
    await users.set({ restricted_at: new Date().toISOString() }).execute()
    expect((await signInWith(site, second)).reply.body.user.isRestricted).toBe(true)
    await users.set({ password_hash: null }).execute()
    expect(saidBy((await signInWith(site, second)).reply)).toEqual(REFUSED)

    const jon = await makeSignedIn(site)
    const { passkey: last } = await addPasskey(jon)
    expect((await jon.call(account.deleteAccountEndpoint, { body: { password: TEST_PASSWORD } })).status).toBe(200)
    expect(saidBy((await signInWith(site, last)).reply)).toEqual(REFUSED)
    expect(await site.ctx.db.selectFrom('passkeys').select('id').where('user_id', '=', jon.id).execute()).toEqual([])
  })

  test('the administrator’s way in opens for administrators alone', async () => {
    const { passkey } = await addPasskey(await makeSignedIn(site))
    const { passkey: keys } = await addPasskey(await makeSignedIn(site, undefined, true))
    const tryAs = async (one: typeof passkey) =>
      sendAnswer(site, usePasskey(one, await challengeOf(site), TEST_RELYING_PARTY), contract.passkeyAdminLoginEndpoint)
    expect(saidBy(await tryAs(passkey))).toEqual(REFUSED)
    expect((await tryAs(keys)).body.user.isAdmin).toBe(true)
  })

  test('asking fills nothing; wrong answers from one network have to wait', async () => {
    const { passkey } = await addPasskey(await makeSignedIn(site))
    const rows = async () => (await site.ctx.db.selectFrom('one_time_tokens').select('token_hash').execute()).length
    const before = await rows()
    for (let n = 0; n < 20; n += 1) await challengeOf(site)
    expect(await rows()).toBe(before)
    const from = { 'x-forwarded-for': '10.77.1.1' }
    const send = async () => {
      const answer = usePasskey(passkey, await challengeOf(site), { ...TEST_RELYING_PARTY, rpId: 'evil.example' })
      return (await site.call(null, contract.passkeySignInEndpoint, { body: { passkey: answer } }, from)).status
    }
    for (let n = 0; n < 30; n += 1) expect(await send()).toBe(401)
    expect(await send()).toBe(429)
    expect((await signInWith(site, passkey)).reply.status).toBe(200)
  })
})

describe('after the password', () => {
  const ask = (isOn: boolean, password = TEST_PASSWORD) => ({ body: { isOn, password } })

  test('the password alone opens nothing any more: a passkey does, or a recovery code, once', async () => {
    const kit = await makeSignedIn(site)
    expect(saidBy(await kit.call(contract.askPasskeyAfterPasswordEndpoint, ask(true)))).toEqual([409, 'passkey.none'])
    const { passkey, reply } = await addPasskey(kit)
    expect((await signIn(site, kit.username)).status).toBe(200)
    expect((await kit.call(contract.askPasskeyAfterPasswordEndpoint, ask(true, 'wrong'))).status).toBe(403)
    const { body } = await kit.call(contract.askPasskeyAfterPasswordEndpoint, ask(true))
    expect(body.recoveryCodes).toHaveLength(10)
    expect((await kit.call(account.getAccountEndpoint)).body).toMatchObject({ asksPasskeyAfterPassword: true, recoveryCodesLeft: 10 })
    expect(saidBy(await signIn(site, kit.username))).toEqual([401, 'auth.passkey_needed'])
    expect(saidBy(await signIn(site, kit.username, 'wrong'))).toEqual([401, 'auth.wrong'])
    expect(saidBy(await signIn(site, kit.username, TEST_PASSWORD, { code: '123456' }))).toEqual([401, 'auth.code_wrong'])
    expect((await signIn(site, kit.username, TEST_PASSWORD, { code: body.recoveryCodes[0] })).status).toBe(200)
    expect((await signIn(site, kit.username, TEST_PASSWORD, { code: body.recoveryCodes[0] })).status).toBe(401)
    expect((await signInWith(site, passkey)).reply.status).toBe(200)
    // With the last passkey goes the demand, and with it what else could meet it.
    await kit.call(contract.removePasskeyEndpoint, { params: { id: reply.body.id }, body: { password: TEST_PASSWORD } })
    expect((await kit.call(account.getAccountEndpoint)).body).toMatchObject({ asksPasskeyAfterPassword: false, recoveryCodesLeft: 0 })
    expect((await signIn(site, kit.username)).status).toBe(200)
  })

  test('is switched off with the password, and by nobody without it', async () => {
    const liv = await makeSignedIn(site)
    await addPasskey(liv)
    await liv.call(contract.askPasskeyAfterPasswordEndpoint, ask(true))
    expect((await liv.call(contract.askPasskeyAfterPasswordEndpoint, ask(false, 'wrong'))).status).toBe(403)
    expect((await signIn(site, liv.username)).status).toBe(401)
    expect((await liv.call(contract.askPasskeyAfterPasswordEndpoint, ask(false))).body).toEqual({ recoveryCodes: [] })
    expect((await signIn(site, liv.username)).status).toBe(200)
  })
})

test('one’s own passkeys alone are listed and named', async () => {
  const [max, ned] = [await makeSignedIn(site), await makeSignedIn(site)]
  const { reply } = await addPasskey(max)
  const params = { id: reply.body.id }
  expect((await ned.call(contract.renamePasskeyEndpoint, { params, body: { name: 'Mine' } })).status).toBe(404)
  expect((await max.call(contract.renamePasskeyEndpoint, { params, body: { name: ' ' } })).status).toBe(400)
  expect((await max.call(contract.renamePasskeyEndpoint, { params, body: { name: 'Laptop' } })).body.name).toBe('Laptop')
  expect((await ned.call(contract.listPasskeysEndpoint)).body).toEqual([])
  for (const endpoint of [contract.listPasskeysEndpoint, contract.beginPasskeyEndpoint])
    expect((await site.call(null, endpoint, endpoint.method === 'GET' ? {} : { body: {} })).status).toBe(401)
})
