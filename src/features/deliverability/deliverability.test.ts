/** Tests the DNS checks with a local name server. */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { startDnsServer, type DnsServer } from '#tests/support/dns-server.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { getDeliverabilityEndpoint, type Deliverability, type DeliverabilityCheck } from './deliverability.contract.ts'
import { setMailConfig, getDeliverability } from './deliverability.service.ts'

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ED25519 = generateKeyPairSync('ed25519')
const exportPrivateKey = ({ privateKey }: Pick<typeof RSA, 'privateKey'>) => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const PUBLIC_KEY = RSA.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const dkim = { domainName: 'green.example', keySelector: 'site', privateKey: exportPrivateKey(RSA) }

let site: TestSite
let admin: Viewer
let dns: DnsServer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  dns = await startDnsServer()
})
afterAll(async () => {
  await dns.close()
  await site.close()
})
const configureMail = (overrides: Partial<Parameters<typeof setMailConfig>[0]> = {}) =>
  setMailConfig({
    smtpUrl: 'smtp://mx.green.example:587',
    mailFrom: 'Green <post@green.example>',
    publicUrl: 'https://www.green.example',
    dkim: undefined,
    dnsServers: [dns.address],
    ...overrides,
  })
beforeEach(() => {
  dns.records.clear()
  dns.mail.clear()
  dns.answers = true
  configureMail()
})
const runChecks = async (): Promise<Deliverability> => (await site.call(admin, getDeliverabilityEndpoint)).body
const runCheck = async (name: DeliverabilityCheck['name']) => (await runChecks()).checks.find((check) => check.name === name)

test('all checks are good for a correctly configured domain', async () => {
  configureMail({ dkim })
  dns.records.set('green.example', ['google-site-verification=x', 'v=spf1 a:mx.green.example -all'])
  dns.records.set('site._domainkey.green.example', [`v=DKIM1; k=rsa; p=${PUBLIC_KEY}`])
  dns.records.set('_dmarc.green.example', ['v=DMARC1; p=quarantine; rua=mailto:post@green.example'])
  dns.mail.set('green.example', ['mx.green.example'])
  const { sender, checks } = await runChecks()
  expect(sender).toBe('post@green.example')
  expect(checks.map(({ name, state, record }) => [name, state, record])).toEqual(
    ['sender', 'spf', 'dkim', 'dmarc', 'answers'].map((name) => [name, 'good', null]),
  )
  expect(checks[1]?.found).toEqual(['v=spf1 a:mx.green.example -all'])
})

test('the checks of a domain without records return the records to add', async () => {
  configureMail({ dkim })
  const { checks } = await runChecks()
  expect(checks.slice(1).map(({ state, record }) => [state, record])).toEqual([
    ['bad', { type: 'TXT', name: 'green.example', value: 'v=spf1 mx a:mx.green.example ~all' }],
    ['bad', { type: 'TXT', name: 'site._domainkey.green.example', value: `v=DKIM1; k=rsa; p=${PUBLIC_KEY}` }],
    ['bad', { type: 'TXT', name: '_dmarc.green.example', value: 'v=DMARC1; p=none; rua=mailto:postmaster@green.example' }],
    ['bad', { type: 'MX', name: 'green.example', value: '10 mail.green.example' }],
  ])
})

describe('SPF', () => {
  test.each([
    [['v=spf1 include:_spf.provider.example ~all'], 'good'],
    [['v=spf1 redirect=_spf.provider.example'], 'good'],
    [['v=spf1 mx +all'], 'bad'],
    [['v=spf1 mx all'], 'bad'],
    [['v=spf1 mx'], 'warn'],
    [['v=spf1 -all'], 'bad'],
    [['v=spf1 mx ~all', 'v=spf1 a -all'], 'bad'],
    [['v=spf10 mx'], 'bad'],
  ])('with the records %j is %s', async (records, state) => {
    dns.records.set('green.example', records)
    expect((await runCheck('spf'))?.state).toBe(state)
  })
})

describe('DKIM', () => {
  const dkimName = 'site._domainkey.green.example'
  test('is bad for a different key and for a revoked key', async () => {
    configureMail({ dkim })
    dns.records.set(dkimName, ['v=DKIM1; p=AAAA'])
    expect(await runCheck('dkim')).toMatchObject({
      state: 'bad',
      says: expect.stringContaining('not the one that signs'),
      found: ['v=DKIM1; p=AAAA'],
    })
    dns.records.set(dkimName, ['v=DKIM1; p='])
    expect(await runCheck('dkim')).toMatchObject({ state: 'bad', says: expect.stringContaining('revoked') })
  })
  test('supports Ed25519 keys and warns about a key of another domain', async () => {
    configureMail({ dkim: { ...dkim, privateKey: exportPrivateKey(ED25519) } })
    const value = (await runCheck('dkim'))?.record?.value ?? ''
    expect(value).toMatch(/^v=DKIM1; k=ed25519; p=[A-Za-z0-9+/]{43}=$/)
    dns.records.set(dkimName, [value])
    expect((await runCheck('dkim'))?.state).toBe('good')
    configureMail({ dkim: { ...dkim, domainName: 'other.example' } })
    dns.records.set('site._domainkey.other.example', [`p=${PUBLIC_KEY}`])
    expect((await runCheck('dkim'))?.state).toBe('warn')
  })
  test('is unknown, without a DNS query, when mail is not signed here', async () => {
    expect(await runCheck('dkim')).toMatchObject({ state: 'unknown', record: null })
    expect(dns.queries).not.toContain('undefined._domainkey.green.example')
  })
})

describe('DMARC', () => {
  test.each([
    ['v=DMARC1; p=none', 'good'],
    ['v=DMARC1;p=reject', 'good'],
    ['v=DMARC1; rua=mailto:a@green.example', 'bad'],
    ['v=DMARC11; p=none', 'bad'],
  ])('with the record %s is %s', async (record, state) => {
    dns.records.set('_dmarc.green.example', [record])
    expect((await runCheck('dmarc'))?.state).toBe(state)
  })
  test('uses the record of the parent domain when the domain has none', async () => {
    configureMail({ mailFrom: 'post@news.green.example' })
    dns.records.set('_dmarc.green.example', ['v=DMARC1; p=reject'])
    expect(await runCheck('dmarc')).toMatchObject({ state: 'good', found: ['v=DMARC1; p=reject'] })
  })
})

describe('the sender', () => {
  test.each([
    ['green.site@gmail.com', 'https://www.green.example', 'bad', 'mail provider'],
    ['post@agency.example', 'https://www.green.example', 'warn', 'Only the owner of agency.example'],
    ['post@news.green.example', 'https://www.green.example', 'good', 'own domain'],
    ['post@evilgreen.example', 'https://green.example', 'warn', 'Only the owner of'],
    ['post@green.example', undefined, 'warn', 'PUBLIC_URL is not set'],
    [undefined, 'https://green.example', 'good', 'own domain'],
    [undefined, undefined, 'bad', 'is not a valid sender address'],
  ])('with MAIL_FROM %s and PUBLIC_URL %s is %s', async (mailFrom, publicUrl, state, words) => {
    configureMail({ mailFrom, publicUrl })
    expect(await runCheck('sender')).toMatchObject({ state, says: expect.stringContaining(words) })
  })
  test('is a warning when no mail server is configured', async () => {
    configureMail({ smtpUrl: undefined })
    expect(await runCheck('sender')).toMatchObject({ state: 'warn', says: expect.stringContaining('SMTP_URL') })
  })
})

test('the MX check is bad for a domain that accepts no mail (null MX)', async () => {
  dns.mail.set('green.example', ['.'])
  expect(await runCheck('answers')).toMatchObject({ state: 'bad', says: expect.stringContaining('accepts no mail') })
})

testAtNight(
  'the checks are unknown when the name servers do not respond',
  async () => {
    dns.answers = false
    expect((await runChecks()).checks.map(({ state }) => state)).toEqual(['good', 'unknown', 'unknown', 'unknown', 'unknown'])
  },
  30_000,
)

test('the response contains the mail budget and its use by all sites', async () => {
  expect((await runChecks()).budget).toBeNull()
  configureMail({ mailBudgetPerDay: 100 })
  await site.ctx.db
    .insertInto('mail_budget_days')
    .values({ day: new Date().toISOString().slice(0, 10), mails: 12, tenant_mails: 5 })
    .execute()
  expect((await runChecks()).budget).toEqual({ limit: 100, sent: 12, sentByCopies: 5, limitOfCopies: 50 })
})

test('visitors get 401, members 403 and tenant sites 404', async () => {
  expect((await site.call(null, getDeliverabilityEndpoint)).status).toBe(401)
  expect((await site.call(await makeUser(site.ctx), getDeliverabilityEndpoint)).status).toBe(403)
  await expect(getDeliverability({ db: site.ctx.db, launcher: { launchId: 1 } as never })).rejects.toMatchObject({ status: 404 })
})
