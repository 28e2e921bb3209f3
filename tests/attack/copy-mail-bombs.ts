/** Mail bombing: administrators and visitors of launched sites try to flood one mailbox with every kind of mail that a site sends. */
import { TENANT_MAILBOX_LIMITS } from '#features/mail-ledger/mailbox-limit.policy.ts'
import { HOST, withPublicInstallation, type Call } from './phishing-relay.ts'
import { ADMIN_NAME, ADMIN_PASSWORD, type Row } from './target.ts'

const VICTIM = 'victim'
const EMAIL = `${VICTIM}@example.com`
const PASSWORD = 'lagged-boiler-at-noon'
const MAX = TENANT_MAILBOX_LIMITS.restricted.asked
const WITHIN_MS = 60_000

/** A launched site, with its administrator's session. */
interface Copy {
  call: Call
  host: string
  cookie: string
  rounds: number
}
/** Every attack is run on every site. */
type Attack = (copy: Copy) => Promise<unknown>

export const bombFromCopies = (rounds: number, copies: number): Promise<Row> =>
  withPublicInstallation(async (call, received) => {
    const problems: string[] = []
    const launched: Copy[] = []
    for (let n = 0; n < copies; n += 1) launched.push({ ...(await launch(call, n)), rounds })
    for (const copy of launched) for (const attack of ATTACKS) await attack(copy)
    const suppressed = (await Promise.all(launched.map(countHeld))).reduce((sum, n) => sum + n, 0)
    const arrived = received.filter(({ to }) => to.toLowerCase().startsWith(VICTIM)).length
    if (arrived === 0) problems.push('No mail arrived, so nothing was tested.')
    if (suppressed === 0) problems.push('No mail was suppressed, so the limit was not reached.')
    if (arrived > MAX) problems.push(`${arrived} mails of ${copies} copies to one mailbox, where ${MAX} are allowed.`)
    const name = 'mail of launched sites, caused by their administrators and visitors'
    return { name, tried: rounds * copies * ATTACKS.length, problems, note: `${arrived} mails, ${suppressed} suppressed` }
  })

async function launch(call: Call, n: number): Promise<Omit<Copy, 'rounds'>> {
  const main = await call(HOST, '/api/admin/login', { body: { username: ADMIN_NAME, password: ADMIN_PASSWORD } })
  const site = { siteName: `Green Street ${n}`, content: 'starter' }
  const { status, body } = await call(HOST, '/api/deployment', { cookie: main.cookie, body: site })
  if (status !== 201) throw new Error(`POST /api/deployment: ${status} ${JSON.stringify(body)}`)
  const host = new URL(String(body['address'])).host
  const token = String(body['claimLink']).split('#')[1]
  const { cookie } = await call(host, '/api/claim', {
    body: { token, username: 'mallory', email: `mallory${n}@example.org`, password: PASSWORD },
  })
  return { call, host, cookie }
}

/** Waits until no mail is waiting to be sent. @returns how many of the latest mails were suppressed */
async function countHeld({ call, host, cookie }: Copy): Promise<number> {
  const deadline = Date.now() + WITHIN_MS
  for (;;) {
    const { list } = await call(host, '/api/admin/mail?perPage=100', { cookie })
    const states = list.map(({ state }) => String(state))
    if (!states.includes('waiting')) return states.filter((state) => state === 'suppressed').length
    if (Date.now() > deadline) throw new Error('Mail is still waiting to be sent.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const repeat = async (rounds: number, work: (n: number) => Promise<unknown>): Promise<void> => {
  for (let n = 0; n < rounds; n += 1) await work(n)
}

const signInAgain: Attack = async ({ call, host, cookie, rounds }) => {
  await call(host, '/api/users', { cookie, body: { username: 'invented', email: EMAIL, password: PASSWORD } })
  await repeat(rounds, () => call(host, '/api/sign-in', { body: { username: 'invented', password: PASSWORD } }))
}

const changeAccount: Attack = async ({ call, host, cookie, rounds }) => {
  const { body } = await call(host, '/api/users', {
    cookie,
    body: { username: 'changing', email: `${VICTIM}+c@example.com`, password: PASSWORD },
  })
  const change = (values: object) => call(host, `/api/users/${String(body['id'])}`, { cookie, method: 'PATCH', body: values })
  await repeat(rounds, (n) => change({ username: `changing_${n}` }))
  await repeat(rounds, (n) => change({ email: `${VICTIM}+${n}@example.com` }))
}

const changePassword: Attack = async ({ call, host, cookie, rounds }) => {
  await call(host, '/api/users', { cookie, body: { username: 'secretive', email: `${VICTIM}+p@example.com`, password: PASSWORD } })
  const member = await call(host, '/api/sign-in', { body: { username: 'secretive', password: PASSWORD } })
  await repeat(rounds, (n) => {
    const [currentPassword, newPassword] = n % 2 ? [`${PASSWORD}-b`, PASSWORD] : [PASSWORD, `${PASSWORD}-b`]
    return call(host, '/api/me/password', { cookie: member.cookie, body: { currentPassword, newPassword } })
  })
}

const enquire: Attack = async ({ call, host, cookie, rounds }) => {
  const enquiryEmail = `${EMAIL}, ${VICTIM}+1@example.com, ${VICTIM.toUpperCase()}+2@example.com`
  await call(host, '/api/admin/settings', { cookie, method: 'PATCH', body: { enquiryEmail } })
  const { list } = await call(host, '/api/products')
  const body = { name: 'Ada', email: EMAIL, phone: '01632 960001', address: '1 The Row', notes: '', productId: list[0]?.['id'] }
  await repeat(rounds, async () => {
    const enquiry = await call(host, '/api/enquiries', { body })
    const path = `/api/enquiries/${String(enquiry.body['id'])}`
    await call(host, `${path}/answers`, { cookie, body: { text: 'An answer' } })
    await call(host, path, { cookie, method: 'PATCH', body: { status: 'contacted' } })
  })
}

/** Each of these calls is rate-limited on each site. */
const askAsVisitor: Attack = ({ call, host, rounds }) =>
  repeat(rounds, async (n) => {
    await call(host, '/api/newsletter', { body: { email: EMAIL } })
    await call(host, '/api/password-reset', { body: { email: EMAIL } })
    await call(host, '/api/sign-up', { body: { username: `visitor_${n}`, email: `${VICTIM}+v${n}@example.com`, password: PASSWORD } })
  })

const ATTACKS: readonly Attack[] = [askAsVisitor, signInAgain, changeAccount, changePassword, enquire]
