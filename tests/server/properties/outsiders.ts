/** Defines clients without full rights, each with the error that it must get for each `access` of the contract. */
import { insertToken } from '#features/accounts/passwords/token.queries.ts'
import { signIn } from '#tests/support/test-site.ts'
import { silentLog } from '#tests/support/test-installation.ts'
import type { Site } from '#platform/contract/context.ts'
import type { Actor, Role, World } from './world.ts'

const HOUR_MS = 3_600_000

export type Refusal = readonly [status: number, code: string]
export interface Outsider {
  name: string
  cookie: string
  /** Expected errors on the main site; `undefined` if the call is permitted. */
  refusals: { public?: undefined; member?: Refusal; admin?: Refusal }
  /** Whether the site requires a second factor of administrators during this client's calls. */
  isSecondFactorDemanded?: boolean
}

export const SIGN_IN_NEEDED: Refusal = [401, 'auth.sign_in_needed']
export const SESSION_ENDED: Refusal = [401, 'auth.session_ended']
const ADMIN_ONLY: Refusal = [403, 'auth.admin_only']

const all = (refusal: Refusal) => ({ member: refusal, admin: refusal })

/** @param nextSite another site of the installation */
export async function createOutsiders(world: World, nextSite: Site): Promise<Outsider[]> {
  const { db } = world
  const admin = () => world.createActor('admin')
  const setUser = async (actor: Actor, values: object): Promise<string> => {
    await db.updateTable('users').set(values).where('id', '=', actor.id).execute()
    return actor.cookie
  }
  const member = () => createWarnedMember(world)
  const ended = await admin()
  await db.deleteFrom('sessions').where('user_id', '=', ended.id).execute()
  const former = await createWarnedMember(world, 'admin')
  await setUser(former, { is_admin: false })
  const expired = await admin()
  await db.updateTable('sessions').set({ expires_at: '2026-01-01T00:00:00.000Z' }).where('user_id', '=', expired.id).execute()
  const at = new Date().toISOString()
  const nextAdmin = await signIn({ site: nextSite, db: nextSite.db, log: silentLog }, { isAdmin: true })
  return [
    { name: 'a visitor', cookie: '', refusals: all(SIGN_IN_NEEDED) },
    { name: 'a visitor who claims a role', cookie: 'isAdmin=true; userId=1', refusals: all(SIGN_IN_NEEDED) },
    { name: 'a client with an invented session', cookie: `session=${'x'.repeat(43)}`, refusals: all(SESSION_ENDED) },
    { name: 'an administrator of another site', cookie: nextAdmin, refusals: all(SESSION_ENDED) },
    { name: 'an administrator whose session has ended', cookie: ended.cookie, refusals: all(SESSION_ENDED) },
    { name: 'an administrator whose session has expired', cookie: expired.cookie, refusals: all(SESSION_ENDED) },
    {
      name: 'an administrator whose account is closed',
      cookie: await setUser(await admin(), { deleted_at: at }),
      refusals: all(SESSION_ENDED),
    },
    { name: 'a member', cookie: (await member()).cookie, refusals: { admin: ADMIN_ONLY } },
    {
      name: 'a restricted member',
      cookie: await setUser(await member(), { restricted_at: at }),
      refusals: { admin: ADMIN_ONLY },
    },
    { name: 'a former administrator', cookie: former.cookie, refusals: { admin: ADMIN_ONLY } },
    {
      name: 'an administrator without the second factor that is demanded',
      cookie: (await admin()).cookie,
      refusals: { admin: [403, 'auth.second_factor_needed'] },
      isSecondFactorDemanded: true,
    },
  ]
}

/** Creates a member whose rejected access is already recorded. It is recorded once an hour, which would look like a write of the call. */
async function createWarnedMember(world: World, role: Role = 'member'): Promise<Actor> {
  const actor = await world.createActor(role)
  const now = Math.floor(Date.now() / HOUR_MS)
  for (const hour of [now, now + 1])
    await insertToken(world, {
      tokenHash: `refused:${actor.id}:${hour}`,
      purpose: 'warning',
      userId: actor.id,
      email: null,
      expiresAt: new Date((hour + 1) * HOUR_MS).toISOString(),
    })
  return actor
}

/** Makes a call as an outsider. */
export async function callAs<T>({ settings }: Site, { isSecondFactorDemanded = false }: Outsider, send: () => Promise<T>): Promise<T> {
  const before = settings.adminSecondFactor
  if (isSecondFactorDemanded) settings.adminSecondFactor = true
  try {
    return await send()
  } finally {
    settings.adminSecondFactor = before
  }
}
