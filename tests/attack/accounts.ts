/** Account attacks: password guessing, account pre-hijacking with a foreign email address, and SSRF by picture URLs. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPasskey, usePasskey, type SoftPasskey } from '#tests/support/soft-authenticator.ts'
import { signIn } from './own-server.ts'
import { ask, readJson, type Group, type Row, type Target } from './target.ts'

const OWN_PASSWORD = 'lagged-boiler-at-noon'
const OWNERS_PASSWORD = 'lagged-boiler-at-midnight'
/** Attempts before an account is throttled, across all networks. */
const FREE_ATTEMPTS = 100

export const accounts: Group = {
  name: 'Accounts of others',
  isHarmless: false,
  async run(target) {
    return [await guessBehindOwnSuccesses(target), await preHijackAccount(target), await requestPictureHosts(target)]
  },
}

let nameCount = 0
const newName = (word: string) => `${word}-${Date.now().toString(36)}-${++nameCount}`

const signUp = (target: Target, username: string, email: string, password: string) =>
  signIn(target, '/api/sign-up', { username, email, password })

/** Returns the token of the newest mail to this recipient with a link to this path. */
async function tokenOf(target: Target, to: string, path: string): Promise<string> {
  const { text } = await ask(target, '/api/admin/mail?perPage=100', { cookie: target.own?.people.admin })
  const mails = JSON.parse(text) as { to: string; body: string }[]
  const bodies = mails.filter((mail) => mail.to === to).map(({ body }) => new RegExp(`${path}#([\\w-]{43})`).exec(body)?.[1])
  const token = bodies.find((one) => one !== undefined)
  if (token === undefined) throw new Error(`There is no mail to ${to} with a link to ${path}.`)
  return token
}

/** Guesses the password of a verified email address. The attacker's own successful sign-ins with it must not reset the counter. */
async function guessBehindOwnSuccesses(target: Target): Promise<Row> {
  const problems: string[] = []
  const [owner, attacker] = [newName('owner'), newName('attacker')]
  const email = `${owner}@example.org`
  await signUp(target, owner, email, OWNERS_PASSWORD)
  const confirm = { token: await tokenOf(target, email, '/confirm-email'), password: OWNERS_PASSWORD }
  const { status: confirmed } = await ask(target, '/api/email/confirm', { body: confirm })
  if (confirmed !== 200) problems.push(`POST /api/email/confirm with the password: ${confirmed}`)
  await signUp(target, attacker, email, OWN_PASSWORD)
  const guesses = target.isShort ? FREE_ATTEMPTS + 10 : 140
  let refused = 0
  for (let n = 0; n < guesses; n++) {
    const { status } = await ask(target, '/api/sign-in', { body: { username: email, password: `guess-number-${n}` } })
    if (status === 429) refused += 1
    if (n % 10 !== 9) continue
    const own = await ask(target, '/api/sign-in', { body: { username: email, password: OWN_PASSWORD } })
    if (own.status !== 200) problems.push(`After ${n} guesses the attacker's own account does not open: ${own.status}`)
  }
  if (refused !== guesses - FREE_ATTEMPTS)
    problems.push(`${refused} of ${guesses} guesses at ${email} were refused, with own successes in between.`)
  const { text } = await ask(target, '/api/admin/mail?perPage=100', { cookie: target.own?.people.admin })
  const mails = JSON.parse(text) as { to: string; subject: string }[]
  if (!mails.some(({ to, subject }) => to === email && subject.startsWith('Someone is guessing'))) problems.push(`${email} got no warning.`)
  return {
    name: "password guesses, with sign-ins to the attacker's own account in between",
    tried: guesses,
    problems,
    note: `429: ${refused}`,
  }
}

/** Pre-hijacking: prepares an account with a foreign email address. Once its owner has verified it, those credentials must not work. */
async function preHijackAccount(target: Target): Promise<Row> {
  const problems: string[] = []
  const ways = ['reset', 'confirmation'] as const
  for (const way of ways) {
    const name = newName('prepared')
    const email = `${name}@example.org`
    const cookie = await signUp(target, name, email, OWN_PASSWORD)
    const passkey = await addPasskey(target, cookie)
    const click = await ask(target, '/api/email/confirm', { body: { token: await tokenOf(target, email, '/confirm-email') } })
    if (click.status !== 403) problems.push(`POST /api/email/confirm without session and password: ${click.status}`)
    if (way === 'reset') {
      await ask(target, '/api/password-reset', { body: { email } })
      const token = await tokenOf(target, email, '/reset-password')
      await ask(target, '/api/password-reset/confirm', { body: { token, password: OWNERS_PASSWORD } })
    } else {
      const token = await tokenOf(target, email, '/confirm-email')
      await ask(target, '/api/email/confirm', { body: { token, newPassword: OWNERS_PASSWORD } })
    }
    const owner = await ask(target, '/api/sign-in', { body: { username: email, password: OWNERS_PASSWORD } })
    if (owner.status !== 200) problems.push(`After the ${way} its owner cannot sign in: ${owner.status}`)
    const byPasskey = await signInWith(target, passkey)
    if (byPasskey !== 401) problems.push(`After the ${way} the earlier passkey signs in: ${byPasskey}`)
    const bySession = (await ask(target, '/api/me', { cookie })).status
    if (bySession !== 401) problems.push(`After the ${way} the earlier session is open: ${bySession}`)
    const byPassword = (await ask(target, '/api/sign-in', { body: { username: name, password: OWN_PASSWORD } })).status
    if (byPassword !== 401) problems.push(`After the ${way} the earlier password signs in: ${byPassword}`)
  }
  return { name: 'pre-hijacked account of a foreign email address', tried: ways.length * 5, problems }
}

const relyingParty = ({ url }: Target) => ({ origin: new URL(url).origin, rpId: new URL(url).hostname })

async function addPasskey(target: Target, cookie: string): Promise<SoftPasskey> {
  const options = await ask(target, '/api/me/passkeys/challenge', { body: {}, cookie })
  const { passkey, answer } = createPasskey(JSON.parse(options.text), relyingParty(target))
  const added = await ask(target, '/api/me/passkeys', { body: { name: 'Prepared', passkey: answer }, cookie })
  if (added.status >= 300) throw new Error(`A passkey cannot be added: ${added.status} ${added.text}`)
  if ((await signInWith(target, passkey)) !== 200) throw new Error('A passkey that was just added does not sign in.')
  return passkey
}

async function signInWith(target: Target, passkey: SoftPasskey): Promise<number> {
  const { challenge } = readJson(await ask(target, '/api/sign-in/passkey/challenge', { method: 'POST', body: {} }))
  return (await ask(target, '/api/sign-in/passkey', { body: { passkey: usePasskey(passkey, String(challenge), relyingParty(target)) } }))
    .status
}

/** SSRF: external picture URLs of a member must be refused, and their hosts must get no request. */
async function requestPictureHosts(target: Target): Promise<Row> {
  const problems: string[] = []
  let requests = 0
  const host = createServer((_request, response) => {
    requests += 1
    response.end()
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const { port } = host.address() as AddressInfo
  const urls = [
    `http://127.0.0.1:${port}/a.png`,
    `http://localhost:${port}/a.png`,
    'https://example.org/a.png',
    '//example.org/a.png',
    '/api/me',
  ]
  for (const avatarUrl of urls) {
    const { status } = await ask(target, '/api/me', { method: 'PATCH', body: { avatarUrl }, cookie: target.own?.people.member })
    if (status !== 400) problems.push(`PATCH /api/me with the picture ${avatarUrl}: ${status}`)
  }
  await new Promise((resolve) => host.close(resolve))
  if (requests > 0) problems.push(`The server contacted the host of a member's picture ${requests} times.`)
  return { name: 'pictures of members on hosts of their choice', tried: urls.length, problems }
}
