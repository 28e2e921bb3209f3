/** Phishing relay: an attacker launches and claims a site, and tries to send custom text to others through the operator's mail server. */
import { request } from 'node:http'
import { startMailServer } from '#tests/support/mail-server.ts'
import { freePort } from '#tests/support/postgres-server.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { ADMIN_NAME, ADMIN_PASSWORD, newCaller, shorten, type Group, type Row } from './target.ts'

export const HOST = 'net-zero.example'
const EVIL = 'evil.example'
const PHISHING = `Your refund of £240 waits: https://${EVIL}/refund`
const VICTIM = 'victim@example.com'
const PASSWORD = 'lagged-boiler-at-noon'
const NAMES = [
  `Refund of £240 waits: https://${EVIL}/x`,
  `www.${EVIL}`,
  `Refund at ${EVIL}`,
  `${EVIL}/refund`,
  `help@${EVIL}`,
  `Refund：https：／／${EVIL}`,
  `Refund at ${EVIL.replace('.', '。')}`,
  'Net Ze\u200bro',
  '\u202eoreZ teN',
  'Net Zero\u3164',
  `Refund at ${EVIL}-`,
  `-${EVIL}`,
  `Refund …${EVIL}`,
  `£240 waits ${EVIL}-now`,
  `x@${EVIL}-`,
  'Pay 1.2.3.4-',
  `Refund .${EVIL}`,
  '💩.la refund',
  `Refund ${EVIL.replace('.', '·')}`,
  'Ne\u200ct Zero',
  // The operator's name and homographs of it.
  'Net Zero',
  'Nеt Zerо',
  'Net Zero Support',
]

interface Reply {
  status: number
  body: Record<string, unknown>
  /** Items of a list response. */
  list: Record<string, unknown>[]
  cookie: string
}
/** Sends a request with this Host header. */
export type Call = (host: string, path: string, options?: { body?: object; method?: string; cookie?: string }) => Promise<Reply>

export const phishingRelay: Group = {
  name: 'Phishing relay',
  isHarmless: false,
  async run(target) {
    if (!target.own) throw new Error('It launches sites, so it needs its own server.')
    return withPublicInstallation(async (call, received) => [await launchWithoutPermission(call), ...(await mailFromCopy(call, received))])
  },
}

/** Starts a public installation on SQLite, with PUBLIC_URL and a mail server, for the duration of `work`. */
export async function withPublicInstallation<T>(work: (call: Call, received: { to: string; text: string }[]) => Promise<T>): Promise<T> {
  const received: { to: string; text: string }[] = []
  const mail = await startMailServer(({ to, text }) => void received.push({ to: to.join(), text }))
  const port = await freePort()
  const server = await startServer({
    TRUST_PROXY: 'true',
    ADMIN_USERNAME: ADMIN_NAME,
    ADMIN_PASSWORD,
    LOG_LEVEL: 'error',
    PUBLIC_URL: `http://${HOST}`,
    PORT: String(port),
    SMTP_URL: mail.smtpUrl,
  })
  try {
    return await work(createCall(port), received)
  } finally {
    await server.stop()
    removeData(server.dataDir)
    await mail.close()
  }
}

const createCall =
  (port: number): Call =>
  (host, path, { body, method = body ? 'POST' : 'GET', cookie = '' } = {}) =>
    new Promise((resolve, reject) => {
      const headers = {
        host,
        'x-forwarded-for': newCaller(),
        ...(cookie ? { cookie } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      }
      const call = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            list: text.startsWith('[') ? (JSON.parse(text) as Record<string, unknown>[]) : [],
            body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
            cookie: (response.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; '),
          }),
        )
      })
      call.on('error', reject)
      call.end(body ? JSON.stringify(body) : undefined)
    })

/** Visitors and unconfirmed members must not launch sites, and site names must not contain URLs or invisible characters. */
async function launchWithoutPermission(call: Call): Promise<Row> {
  const problems: string[] = []
  let tried = 0
  const attempt = async (who: string, cookie: string, body: object, expected: number) => {
    const { status } = await call(HOST, '/api/deployment', { body: { content: 'empty', ...body }, cookie })
    tried += 1
    if (status !== expected) problems.push(`POST /api/deployment as ${who} with ${shorten(JSON.stringify(body))}: ${status}`)
  }
  const member = await call(HOST, '/api/sign-up', { body: { username: 'mallory', email: VICTIM, password: PASSWORD } })
  await attempt('a visitor', '', { siteName: 'Green Street' }, 403)
  await attempt('an unconfirmed member', member.cookie, { siteName: 'Green Street' }, 403)
  for (const invitation of ['x'.repeat(43), '_'.repeat(43)]) await attempt('a visitor', '', { siteName: 'Green Street', invitation }, 403)
  const { cookie } = await call(HOST, '/api/admin/login', { body: { username: ADMIN_NAME, password: ADMIN_PASSWORD } })
  for (const siteName of NAMES) await attempt('an administrator', cookie, { siteName }, 400)
  return { name: 'launches without permission, and site names with URLs', tried, problems }
}

/** Tries everything that a tenant site's administrator can do to send custom text to an email address of their choice. */
async function mailFromCopy(call: Call, received: { to: string; text: string }[]): Promise<Row[]> {
  const main = await call(HOST, '/api/admin/login', { body: { username: ADMIN_NAME, password: ADMIN_PASSWORD } })
  const invitation = await call(HOST, '/api/admin/launching/invitations', { cookie: main.cookie, body: {} })
  const token = String(invitation.body['link']).split('#invitation=')[1]
  const launched = await call(HOST, '/api/deployment', { body: { siteName: 'Green Street', content: 'starter', invitation: token } })
  const problems: string[] = []
  let tried = 1
  const again = await call(HOST, '/api/deployment', { body: { siteName: 'Green Street', content: 'empty', invitation: token } })
  if (again.status !== 403) problems.push(`POST /api/deployment with a used invitation: ${again.status}`)

  const host = new URL(String(launched.body['address'])).host
  const claim = String(launched.body['claimLink']).split('#')[1]
  const owner = { username: 'mallory', email: VICTIM, password: PASSWORD }
  const { cookie } = await call(host, '/api/claim', { body: { token: claim, ...owner } })
  const own = (path: string, body?: object, method?: string) =>
    call(host, path, { cookie, ...(body ? { body } : {}), ...(method ? { method } : {}) })
  const refused = async (path: string, body: object) => {
    const { status } = await own(path, body)
    tried += 1
    if (status !== 403) problems.push(`POST ${path} as the administrator of a copy: ${status}`)
  }

  for (const name of NAMES) {
    const { status } = await own('/api/admin/settings', { name }, 'PATCH')
    tried += 1
    if (status !== 400) problems.push(`PATCH /api/admin/settings with the name ${JSON.stringify(name)}: ${status}`)
  }
  const list = { text: `email\n${VICTIM}\n`, source: 'A fair', date: '2026-01-02' }
  const issue = await own('/api/admin/newsletter/issues', { fromActivity: false })
  const path = `/api/admin/newsletter/issues/${String(issue.body['id'])}`
  await own(path, { subject: PHISHING, intro: PHISHING }, 'PATCH')
  const tryAll = async () => {
    for (const isTrial of [true, false]) await refused('/api/admin/newsletter/import', { ...list, isTrial })
    await refused(`${path}/send`, {})
    await refused(`${path}/send`, { at: new Date(Date.now() + 1000).toISOString() })
    await refused(`${path}/test`, {})
  }
  await tryAll()
  const { body: permission } = await own('/api/admin/newsletter/permission/request', {})
  if (permission['state'] !== 'requested')
    problems.push(`The state after requesting the newsletter permission is ${String(permission['state'])}.`)
  await tryAll()
  await tryToGrantPermission(call, host, cookie, problems)
  tried += 2

  // Mails that a tenant site may send: enquiries to and from email addresses of the attacker's choice, and newsletter confirmations.
  await own('/api/admin/settings', { enquiryEmail: VICTIM }, 'PATCH')
  const product = await own('/api/products', { name: PHISHING, description: PHISHING, categoryId: 1 })
  const person = { name: PHISHING, email: VICTIM, phone: '07700 900123', address: '1 The Row, Hebden', notes: PHISHING }
  const enquiry = await call(host, '/api/enquiries', { body: { ...person, productId: product.body['id'] ?? 1 } })
  if (enquiry.status !== 201) problems.push(`POST /api/enquiries: ${enquiry.status}; nothing was tested.`)
  await own(`/api/enquiries/${String(enquiry.body['id'])}/answers`, { text: PHISHING })
  await call(host, '/api/newsletter', { body: { email: VICTIM } })
  tried += 4
  // Confirmations for the member and the newsletter, and three mails about the enquiry.
  const expected = 5
  const deadline = Date.now() + 60_000
  while (received.length < expected && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50))
  if (received.length < expected) problems.push(`Only ${received.length} mails arrived, so nothing was checked.`)
  for (const { text } of received)
    if (text.includes(EVIL) || text.includes('refund'))
      problems.push(`A mail carries the attacker's text: ${shorten(text.slice(text.indexOf('Subject')))}`)
  const ofCopy = received.filter(({ text }) => text.includes('Green Street'))
  for (const { text } of ofCopy)
    if (!/^From: .*via Net Zero/m.test(text)) problems.push(`A mail does not name the operator: ${shorten(text)}`)
  return [{ name: 'text and addresses of a copy’s administrator', tried, problems, note: `${received.length} mails without them` }]
}

/** Only the main site's administrator may grant the newsletter permission. */
async function tryToGrantPermission(call: Call, host: string, cookie: string, problems: string[]): Promise<void> {
  for (const [at, expected] of [
    [HOST, 401],
    [host, 404],
  ] as const) {
    const { status } = await call(at, '/api/admin/sites/1/newsletter', { method: 'PATCH', body: { isAllowed: true }, cookie })
    if (status !== expected) problems.push(`PATCH /api/admin/sites/1/newsletter at ${at}: ${status}`)
  }
}
