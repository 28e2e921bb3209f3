/** An attacker claims a foreign email address, prepares the account for its owner, and names hosts for the server to contact. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPasskey, usePasskey, type SoftPasskey } from '#tests/support/soft-authenticator.ts'
import { signIn } from './own-server.ts'
import { ask, readJson, type Group, type Row, type Target } from './target.ts'

const OWN_PASSWORD = 'lagged-boiler-at-noon'
const OWNERS_PASSWORD = 'lagged-boiler-at-midnight'
/** From here on an account has to wait, wherever the attempts come from. */
const FREE_ATTEMPTS = 100

export const accounts: Group = {
  name: 'Accounts of others',
  isHarmless: false,
  async run(target) {
    return [await guessBehindOwnSuccesses(target), await keepPreparedAccount(target), await nameHosts(target)]
  },
}

let made = 0
const newName = (word: string) => `${word}-${Date.now().toString(36)}-${++made}`

const signUp = (target: Target, username: string, email: string, password: string) =>
  signIn(target, '/api/sign-up', { username, email, password })

/** The token of the newest mail to an address that has a link to this path. */
async function tokenOf(target: Target, to: string, path: string): Promise<string> {
  const { text } = await ask(target, '/api/admin/mail?perPage=100', { cookie: target.own?.people.admin })
  const mails = JSON.parse(text) as { to: string; body: string }[]
  const bodies = mails.filter((mail) => mail.to === to).map(({ body }) => new RegExp(`${path}#([\\w-]{43})`).exec(body)?.[1])
  const token = bodies.find((one) => one !== undefined)
  if (token === undefined) throw new Error(`There is no mail to ${to} with a link to ${path}.`)
  return token
}

/** Guesses at a confirmed address; the stranger's own success under that address in between must reset nothing. */
async function guessBehindOwnSuccesses(target: Target): Promise<Row> {
  const faults: string[] = []
  const [owner, stranger] = [newName('owner'), newName('stranger')]
  const email = `${owner}@example.org`
  await signUp(target, owner, email, OWNERS_PASSWORD)
  const confirm = { token: await tokenOf(target, email, '/confirm-email'), password: OWNERS_PASSWORD }
  const { status: confirmed } = await ask(target, '/api/email/confirm', { body: confirm })
  if (confirmed !== 200) faults.push(`POST /api/email/confirm with the password: ${confirmed}`)
  await signUp(target, stranger, email, OWN_PASSWORD)
  const guesses = target.isShort ? FREE_ATTEMPTS + 10 : 140
  let refused = 0
  for (let n = 0; n < guesses; n++) {
    const { status } = await ask(target, '/api/sign-in', { body: { username: email, password: `guess-number-${n}` } })
    if (status === 429) refused += 1
    if (n % 10 !== 9) continue
    const own = await ask(target, '/api/sign-in', { body: { username: email, password: OWN_PASSWORD } })
    if (own.status !== 200) faults.push(`After ${n} guesses the stranger's own account does not open: ${own.status}`)
  }
  if (refused !== guesses - FREE_ATTEMPTS)
    faults.push(`${refused} of ${guesses} guesses at ${email} were refused with own successes in between.`)
  const { text } = await ask(target, '/api/admin/mail?perPage=100', { cookie: target.own?.people.admin })
  const mails = JSON.parse(text) as { to: string; subject: string }[]
  if (!mails.some(({ to, subject }) => to === email && subject.startsWith('Somebody is guessing'))) faults.push(`${email} got no warning.`)
  return { name: "guesses with successes of the stranger's own account in between", tried: guesses, faults, note: `429: ${refused}` }
}

/** Prepares an account under a foreign address; once its owner has proved the address, nothing that was prepared may open it. */
async function keepPreparedAccount(target: Target): Promise<Row> {
  const faults: string[] = []
  const ways = ['reset', 'confirmation'] as const
  for (const way of ways) {
    const name = newName('prepared')
    const email = `${name}@example.org`
    const cookie = await signUp(target, name, email, OWN_PASSWORD)
    const passkey = await addPasskey(target, cookie)
    const click = await ask(target, '/api/email/confirm', { body: { token: await tokenOf(target, email, '/confirm-email') } })
    if (click.status !== 403) faults.push(`POST /api/email/confirm without session and password: ${click.status}`)
    if (way === 'reset') {
      await ask(target, '/api/password-reset', { body: { email } })
      const token = await tokenOf(target, email, '/reset-password')
      await ask(target, '/api/password-reset/confirm', { body: { token, password: OWNERS_PASSWORD } })
    } else {
      const token = await tokenOf(target, email, '/confirm-email')
      await ask(target, '/api/email/confirm', { body: { token, newPassword: OWNERS_PASSWORD } })
    }
    const owner = await ask(target, '/api/sign-in', { body: { username: email, password: OWNERS_PASSWORD } })
    if (owner.status !== 200) faults.push(`After the ${way} its owner does not get in: ${owner.status}`)
    const byPasskey = await signInWith(target, passkey)
    if (byPasskey !== 401) faults.push(`After the ${way} the passkey of before signs in: ${byPasskey}`)
    const bySession = (await ask(target, '/api/me', { cookie })).status
    if (bySession !== 401) faults.push(`After the ${way} the session of before is open: ${bySession}`)
    const byPassword = (await ask(target, '/api/sign-in', { body: { username: name, password: OWN_PASSWORD } })).status
    if (byPassword !== 401) faults.push(`After the ${way} the password of before signs in: ${byPassword}`)
  }
  return { name: 'an account that was prepared for the owner of its address', tried: ways.length * 5, faults }
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

/** As the picture of a member: refused, and the host gets no request. */
async function nameHosts(target: Target): Promise<Row> {
  const faults: string[] = []
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
    if (status !== 400) faults.push(`PATCH /api/me with the picture ${avatarUrl}: ${status}`)
  }
  await new Promise((resolve) => host.close(resolve))
  if (requests > 0) faults.push(`The server contacted the host of a member's picture ${requests} times.`)
  return { name: 'pictures of members on hosts of their choice', tried: urls.length, faults }
}
