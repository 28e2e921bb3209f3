/** Forged bounces, suppression reasons of other sites, weaker origins, invented searches, operator endpoints on a tenant's host. */
import { askSocket } from '#tests/support/socket.ts'
import { deliveryProofOf, messageIdOf, startMailServer, type ReceivedMail } from '#tests/support/mail-server.ts'
import { MAIL_EVENTS_TOKEN, METRICS_TOKEN } from './own-server.ts'
import { ask, newCaller, readJson, shorten, type Group, type OwnServer, type Row, type Target } from './target.ts'

const VICTIM = 'mara@example.org'
const ATTACKER = 'attacker@example.org'
const SECRET = 'words-of-the-main-administrator'
const PASSWORD = 'lagged-boiler-at-noon'
const WITHIN_MS = 60_000

export const mailAndReports: Group = {
  name: 'Forged mail and reports',
  isHarmless: false,
  async run(target) {
    const { own } = target
    if (!own) throw new Error('It suppresses email addresses, so it needs its own server.')
    const received: ReceivedMail[] = []
    const mailServer = await startMailServer((mail) => void received.push(mail))
    try {
      own.env['SMTP_URL'] = mailServer.smtpUrl
      await own.running.stop()
      await own.restart()
      return [
        await forgeReturnedMail(target, own, received),
        await readReasons(target, own),
        await weakenOrigin(target, own),
        await inventSearches(target, own),
      ]
    } finally {
      // The groups after this one need no mail server.
      delete own.env['SMTP_URL']
      await mailServer.close()
    }
  },
}

/** @param headers the original mail's headers */
const dsnOf = (recipient: string, headers: string) =>
  `From: MAILER-DAEMON@mx.example.net\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.net\r\n\r\nFinal-Recipient: rfc822; ${recipient}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nTo: ${recipient}\r\n${headers}\r\n\r\n--b--\r\n`
const complaintOf = (recipient: string, headers: string) =>
  `Content-Type: multipart/report; report-type=feedback-report; boundary="b"\r\n\r\n--b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nOriginal-Rcpt-To: ${recipient}\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nTo: ${recipient}\r\n${headers}\r\n\r\n--b--\r\n`

async function forgeReturnedMail(target: Target, own: OwnServer, received: ReceivedMail[]): Promise<Row> {
  const row: Row = { name: 'forged bounces of a victim', tried: 0, problems: [] }
  await ask(target, '/api/sign-up', { body: { username: 'mallory', email: ATTACKER, password: PASSWORD } })
  const mail = await waitFor(() => received.find(({ to }) => to.includes(ATTACKER)))
  const known = mail ? messageIdOf(mail) : ''
  const proof = mail ? deliveryProofOf(mail) : ''
  const forged = [
    'Subject: News',
    ...['', '<x@localhost>', known, `${known} ${known}`].map((id) => `Message-ID: ${id}`),
    ...['', proof, `${proof}A`, proof.replace(/.$/, 'A'), `${proof} ${proof}`, known].map((value) => `X-Delivery-Proof: ${value}`),
  ]
  const report = (message: string) => ask(target, `/api/mail-returned?token=${MAIL_EVENTS_TOKEN}`, { body: { message } })
  for (const write of [dsnOf, complaintOf])
    for (const headers of forged) {
      row.tried++
      const reply = await report(write(VICTIM, headers))
      if (readJson(reply)['taken'] !== 0) row.problems.push(`POST /api/mail-returned with "${headers}": ${shorten(reply.text)}`)
    }
  // A reply quotes the Message-ID of the original mail, so its recipient knows it; the delivery proof is not quoted.
  for (const headers of [
    `Message-ID: ${known}`,
    `In-Reply-To: ${known}`,
    `In-Reply-To: ${known}\r\nReferences: ${known}`,
    `X-Delivery-Proof: ${known.replace(/^<|@.*$/g, '')}`,
    `Subject: News\r\n\r\nX-Delivery-Proof: ${proof}`,
  ]) {
    row.tried++
    const reply = await report(dsnOf(ATTACKER, headers))
    if (readJson(reply)['taken'] !== 0) row.problems.push(`POST /api/mail-returned with "${headers}": ${shorten(reply.text)}`)
  }
  for (const event of [{}, { messageId: known }]) {
    row.tried++
    const events = [{ type: 'bounce', address: 'never-mailed@example.org', ...event }]
    const reply = await ask(target, `/api/mail-events?token=${MAIL_EVENTS_TOKEN}`, { body: { events } })
    if (readJson(reply)['taken'] !== 0) row.problems.push(`POST /api/mail-events for an address without mail: ${shorten(reply.text)}`)
  }
  const account = readJson(await ask(target, '/api/me', { cookie: own.people.member }))
  if (account['mailProblem'] !== null) row.problems.push(`Mail to the victim has stopped: ${JSON.stringify(account['mailProblem'])}`)
  // A genuine bounce must count, otherwise the checks above prove nothing.
  row.tried++
  if (readJson(await report(dsnOf(ATTACKER, `X-Delivery-Proof: ${proof}`)))['taken'] !== 1)
    row.problems.push('A genuine bounce does not count.')
  return row
}

async function readReasons(target: Target, own: OwnServer): Promise<Row> {
  const row: Row = { name: 'suppression reasons and operator endpoints on a tenant site', tried: 0, problems: [] }
  const admin = own.people.admin
  const address = 'held@example.org'
  await ask(target, '/api/admin/suppressions', { cookie: admin, body: { address, detail: SECRET } })
  const launched = readJson(await ask(target, '/api/deployment', { cookie: admin, body: { siteName: 'Mallory Row', content: 'starter' } }))
  const { host } = new URL(String(launched['address']))
  const { port } = new URL(target.url)
  const onCopy = (
    path: string,
    { cookie = '', body, headers = {} }: { cookie?: string; body?: object; headers?: Record<string, string> } = {},
  ) => askSocket(Number(port), host, path, { body, headers: { 'x-forwarded-for': newCaller(), ...(cookie ? { cookie } : {}), ...headers } })

  const token = new URL(String(launched['claimLink'])).hash.slice(1)
  const claimed = await onCopy('/api/claim', { body: { username: 'mallory', email: ATTACKER, password: PASSWORD, token } })
  const cookie = (claimed.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ')
  const [product] = JSON.parse((await onCopy('/api/products?perPage=1')).text) as { id: number }[]
  const enquiry = { name: 'Ada Row', email: address, phone: '01632 960123', address: '1 The Row', productId: product?.id }
  row.tried++
  const posted = await onCopy('/api/enquiries', { body: enquiry })
  const mail = await waitFor(async () => {
    const mails = JSON.parse((await onCopy('/api/admin/mail', { cookie })).text) as { to: string; state: string }[]
    return Array.isArray(mails) ? mails.find(({ to, state }) => to === address && state === 'suppressed') : undefined
  })
  if (!mail) row.problems.push(`The tenant site’s mail was not suppressed (claim ${claimed.status}, enquiry ${posted.status}).`)
  if (JSON.stringify(mail ?? {}).includes(SECRET)) row.problems.push(`GET /api/admin/mail on a tenant site: ${JSON.stringify(mail)}`)
  for (const [path, expected] of [
    ['/metrics', 404],
    [`/api/mail-events?token=${MAIL_EVENTS_TOKEN}`, 404],
    ['/healthz', 200],
  ] as const) {
    row.tried++
    const body = path.startsWith('/api') ? { events: [{ type: 'bounce', address: VICTIM }] } : undefined
    const { status, text } = await onCopy(path, { ...(body ? { body } : {}), headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    if (status !== expected || /process_|memory/.test(text)) row.problems.push(`${path} on a copy’s host: ${status} ${shorten(text)}`)
  }
  row.tried++
  const onMain = await ask(target, '/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  if (onMain.status !== 200) row.problems.push(`/metrics on the main host: ${onMain.status}`)
  return row
}

async function weakenOrigin(target: Target, own: OwnServer): Promise<Row> {
  const row: Row = { name: 'writes from an origin with another scheme or port', tried: 0, problems: [] }
  const { host, hostname } = new URL(target.url)
  const cookie = own.people.member
  const write = (headers: Record<string, string>) =>
    ask(target, '/api/me', { method: 'PATCH', cookie, body: { displayName: 'Owned' }, headers })
  for (const [origin, proto] of [
    [`http://${host}`, 'https'],
    [`ftp://${host}`, 'http'],
    [`http://${hostname}`, 'http'],
    [`http://${hostname}:1`, 'http'],
    [`http://${host}@evil.example`, 'http'],
    [`http://${host}/`, 'http'],
    ['null', 'http'],
  ] as const) {
    row.tried++
    const { status } = await write({ origin, 'x-forwarded-proto': proto })
    if (status !== 403) row.problems.push(`PATCH /api/me with Origin ${origin} over ${proto}: ${status}`)
  }
  row.tried++
  const { status } = await write({ origin: `http://${host}` })
  if (status !== 200) row.problems.push(`PATCH /api/me with the site’s own origin: ${status}`)
  return row
}

const MAX_COUNTED = 60

async function inventSearches(target: Target, own: OwnServer): Promise<Row> {
  const count = target.isShort ? 90 : 400
  const total = async () => Number(readJson(await ask(target, '/api/admin/searches', { cookie: own.people.admin }))['total'])
  const before = await total()
  const headers = { 'x-forwarded-for': '192.0.2.99' }
  // Searches on pages and in the API count alike.
  for (let n = 0; n < count; n++) await ask(target, `${n % 2 ? '/api' : ''}/search?q=invented%20${n % 26}word`, { headers })
  const counted = (await total()) - before
  const problems = counted > MAX_COUNTED || counted === 0 ? [`Of ${count} searches from one network ${counted} are in the report.`] : []
  return { name: 'invented searches', tried: count, problems, note: `${counted} counted` }
}

async function waitFor<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T | undefined> {
  for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const found = await find()
    if (found !== undefined) return found
  }
  return undefined
}
