/** Mail bombing: a client tries to flood one mailbox with every form that sends mail, deleting in between what a counter could use. */
import { bombFromCopies } from './copy-mail-bombs.ts'
import { ask, readJson, type TargetResponse, type Group, type Row, type Target } from './target.ts'

const PASSWORD = 'lagged-boiler-at-noon'

export const mailBombs: Group = {
  name: 'Mail to one mailbox',
  isHarmless: false,
  async run(target) {
    if (!target.own) throw new Error('It fills the outbox, so it needs its own server.')
    const rounds = target.isShort ? 5 : 20
    const rows: Row[] = []
    for (const [name, max, attack] of ATTACKS) {
      const mailbox = new Mailbox(target, `victim${rows.length}`)
      const problems = await attack(mailbox, rounds)
      const sent = await mailbox.look()
      if (sent === 0) problems.push(`${name}: no mail was sent, so nothing was tested.`)
      if (sent > max) problems.push(`${name}: ${sent} mails to one mailbox in ${rounds} rounds, where ${max} are allowed.`)
      rows.push({ name, tried: rounds, problems, note: `${sent} mails` })
    }
    return [...rows, await bombFromCopies(rounds, target.isShort ? 2 : 9)]
  },
}

/** The attacked mailbox, counted in the administrator's outbox. */
class Mailbox {
  readonly name: string
  readonly email: string
  readonly target: Target
  /** Ids of all mails seen, including those deleted since. */
  readonly #seen = new Set<number>()

  constructor(target: Target, name: string) {
    this.target = target
    this.name = name
    this.email = `${name}@example.org`
  }

  /** @returns how many mails were sent to it so far */
  async look(): Promise<number> {
    const mails = await this.list<{ id: number; to: string }>('/api/admin/mail?perPage=100')
    for (const { id, to } of mails) if (to.toLowerCase().startsWith(this.name)) this.#seen.add(id)
    return this.#seen.size
  }

  post(path: string, body: object): Promise<TargetResponse> {
    return ask(this.target, path, { body })
  }

  asAdministrator(path: string, method?: string): Promise<TargetResponse> {
    return ask(this.target, path, { cookie: this.target.own?.people.admin, ...(method ? { method } : {}) })
  }

  async list<T>(path: string): Promise<T[]> {
    return JSON.parse((await this.asAdministrator(path)).text) as T[]
  }

  async enquire(): Promise<number> {
    const [product] = await this.list<{ id: number }>('/api/products')
    const body = { name: 'Ada', email: this.email, phone: '01632 960001', address: '1 The Row', notes: '', productId: product?.id }
    return Number(readJson(await this.post('/api/enquiries', body))['id'])
  }

  signUp(username: string): Promise<TargetResponse> {
    return this.post('/api/sign-up', { username, email: this.email, password: PASSWORD })
  }
}

/** @returns problems */
type Attack = (mailbox: Mailbox, rounds: number) => Promise<string[]>

const subscribeAndRemove: Attack = async (mailbox, rounds) => {
  for (let n = 0; n < rounds; n += 1) {
    await mailbox.post('/api/newsletter', { email: mailbox.email })
    await mailbox.look()
    const [row] = await mailbox.list<{ id: number }>(`/api/admin/newsletter?search=${mailbox.name}`)
    const { status } = await mailbox.asAdministrator(`/api/admin/newsletter/${row?.id}`, 'DELETE')
    if (status !== 200) return [`The subscriber could not be removed in round ${n}: ${status}.`]
  }
  return []
}

const subscribeInManySpellings: Attack = async (mailbox, rounds) => {
  const { name } = mailbox
  const spell = (n: number) => (n % 2 ? `${name}+${n}@example.org` : `${name.toUpperCase()}+x${n}@EXAMPLE.org`)
  await Promise.all(Array.from({ length: rounds }, (_, n) => mailbox.post('/api/newsletter', { email: spell(n) })))
  return []
}

const enquireAndDelete: Attack = async (mailbox, rounds) => {
  for (let n = 0; n < rounds; n += 1) {
    const id = await mailbox.enquire()
    await mailbox.look()
    const { status } = await mailbox.asAdministrator(`/api/enquiries/${id}`, 'DELETE')
    if (status !== 200) return [`The enquiry could not be deleted in round ${n}: ${status}.`]
  }
  return []
}

const askForLinks: Attack = async (mailbox, rounds) => {
  for (let n = 0; n < 3; n += 1) await mailbox.enquire()
  for (let n = 0; n < rounds; n += 1) await mailbox.post('/api/enquiry-links', { email: mailbox.email })
  return []
}

const signUpAndClose: Attack = async (mailbox, rounds) => {
  for (let n = 0; n < rounds; n += 1) {
    const signedUp = await mailbox.signUp(`${mailbox.name}_${n}`)
    await mailbox.look()
    const cookie = signedUp.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ')
    const closed = await ask(mailbox.target, '/api/me', { method: 'DELETE', cookie, body: { password: PASSWORD } })
    if (closed.status !== 200) return [`The account could not be closed in round ${n}: ${closed.status}.`]
  }
  return []
}

const askForPasswordLinks: Attack = async (mailbox, rounds) => {
  await mailbox.signUp(`${mailbox.name}_own`)
  for (let n = 0; n < rounds; n += 1)
    await mailbox.post('/api/password-reset', { email: n % 2 ? mailbox.email : mailbox.email.toUpperCase() })
  return []
}

/** Attacks, with the number of mails allowed within the hour. */
const ATTACKS: readonly (readonly [name: string, max: number, attack: Attack])[] = [
  ['newsletter confirmations, the subscriber removed in between', 1, subscribeAndRemove],
  ['newsletter confirmations to several spellings of the mailbox at once', 1, subscribeInManySpellings],
  ['enquiries, deleted in between', 3, enquireAndDelete],
  ['links to enquiries, after three enquiries', 3 + 2, askForLinks],
  ['sign-ups, the account closed in between', 3, signUpAndClose],
  ['password links, after a sign-up', 1 + 3, askForPasswordLinks],
]
