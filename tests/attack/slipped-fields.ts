/** Fields that nobody is asked for, slipped into what is sent: none is believed. */
import { listCalls, fillPath, type ApiCall } from './api-calls.ts'
import type { Schema } from '#tests/support/worst-body.ts'
import { worstBody } from '#tests/support/worst-body.ts'
import { ask, readJson, shorten, type Group, type Row, type Target } from './target.ts'

const FORGED_ID = 1_987_654_321
const FORGED_TIME = '2001-02-03T04:05:06.000Z'
/** Each with a value that nothing else has. */
const FORGED = {
  id: FORGED_ID,
  userId: FORGED_ID,
  authorId: FORGED_ID,
  user_id: FORGED_ID,
  siteId: FORGED_ID,
  createdAt: FORGED_TIME,
  created_at: FORGED_TIME,
  updatedAt: FORGED_TIME,
  isAdmin: true,
  is_admin: true,
  role: 'admin',
  isVerified: true,
  is_verified: true,
  emailConfirmedAt: FORGED_TIME,
  points: FORGED_ID,
  reputationPoints: FORGED_ID,
  level: FORGED_ID,
  views: FORGED_ID,
  score: FORGED_ID,
  helpful: FORGED_ID,
  passwordHash: 'forged',
  isRestricted: false,
  isPinned: true,
  isHidden: false,
}
/** What must not come back as it was sent, to anybody but an administrator who may choose it. */
const TRUE_WHERE_FORGED = ['isAdmin', 'isVerified', 'isPinned']
/** These end what the rest of the run needs. */
const LEFT_OUT = /sign-out|demo-content|\/api\/me\/password|second-factor|password-reset|\/sessions/
/** Each makes a whole site. */
const LAUNCHES = /deployment/
const FEW = 3
/** Whoever comes in anew leaves the session that was open. */
const COMES_IN = /sign-up|sign-in|login|claim/
const WORDS = 'A warm house needs little heat, and keeps it. '

export const slippedFields: Group = {
  name: 'Fields slipped in',
  isHarmless: false,
  async run(target) {
    const { people } = target.own ?? { people: { admin: '', member: '' } }
    const writes = (await listCalls(target)).filter(
      ({ method, path, schema, access }) => schema && method !== 'DELETE' && access !== 'admin' && !LEFT_OUT.test(path),
    )
    const rows = [
      await slip(target, writes, 'a guest', ''),
      await slip(
        target,
        writes.filter(({ path }) => !COMES_IN.test(path)),
        'a member',
        people.member,
      ),
    ]
    const who = readJson(await ask(target, '/api/me', { cookie: people.member }))
    const shown = readJson(await ask(target, `/api/users/${String(who['id'])}`))
    for (const [name, value] of Object.entries({ ...who, ...shown }))
      if (isForged(name, value)) rows.at(-1)?.faults.push(`Afterwards the member has ${name}: ${JSON.stringify(value)}`)
    return rows
  },
}

async function slip(target: Target, calls: readonly ApiCall[], who: string, cookie: string): Promise<Row> {
  const faults: string[] = []
  let taken = 0
  let tried = 0
  for (const { method, path, schema } of calls) {
    const url = fillPath(path, '1')
    const sound = soundBody(schema ?? {})
    // All at once may be refused for one of them; so each comes alone, too.
    const sets = [FORGED, ...Object.entries(FORGED).map(([name, value]) => ({ [name]: value }))]
    for (const forged of target.isShort || LAUNCHES.test(path) ? sets.slice(0, FEW) : sets) {
      const body = { ...sound, ...soundNames(sound), ...forged }
      const answer = await ask(target, url, { method, cookie, body })
      tried += 1
      const repeat = `${method} ${url} as ${who} with ${shorten(JSON.stringify(forged), 60)}`
      if (answer.status >= 500) faults.push(`${repeat}: ${answer.status}`)
      if (answer.status >= 300) continue
      taken += 1
      for (const [name, value] of findFields(readJson(answer)))
        if (isForged(name, value)) faults.push(`${repeat}: the answer has ${name}: ${JSON.stringify(value)}`)
    }
  }
  if (taken === 0) faults.push(`As ${who} nothing was taken: nothing was tried.`)
  return { name: who, tried, faults, note: `${taken} taken` }
}

const isForged = (name: string, value: unknown): boolean =>
  value === FORGED_ID || value === FORGED_TIME || value === 'forged' || (TRUE_WHERE_FORGED.includes(name) && value === true)

function soundBody(schema: Schema): Record<string, unknown> {
  const body = worstBody(schema, (length) => WORDS.slice(0, length))
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

/** What has a form of its own, with a name that nobody has yet. */
function soundNames(body: Record<string, unknown>): Record<string, unknown> {
  const unique = `n${crypto.randomUUID().slice(0, 8)}`
  const sound: Record<string, unknown> = {
    username: unique,
    email: `${unique}@example.org`,
    password: 'lagged-boiler-at-noon',
    phone: '07700 900123',
    path: '/about',
    page: '/about',
    avatarUrl: null,
    domainName: undefined,
  }
  return Object.fromEntries(Object.entries(sound).filter(([name]) => name in body))
}

/** All fields, however deep. */
function findFields(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]): [string, unknown][] => [[name, part], ...findFields(part)])
}
