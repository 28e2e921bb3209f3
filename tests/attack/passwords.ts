/** Brute force of an administrator's password from many IP addresses must not lock out the owner's open session or known browser. */
import { ADMIN_NAME, ADMIN_PASSWORD, ask, type Group } from './target.ts'

/** IP address of the owner, from which the attacker guesses too. */
const OWNERS_IP = '192.0.2.7'
/** Guesses between two checks of the owner's access. A third come from the owner's IP address, more than the free attempts. */
const CHECK_INTERVAL = 40

export const passwords: Group = {
  name: 'Guessed passwords',
  isHarmless: false,
  async run(target) {
    const { own, isShort } = target
    if (!own) throw new Error('It locks accounts, so it needs its own server.')
    const cookie = own.people.admin
    const device = /device=[^;]+/.exec(cookie)?.[0] ?? ''
    const count = isShort ? 40 : 240
    const problems: string[] = []
    const owner: string[] = []
    const statuses = new Map<number, number>()
    for (let n = 0; n < count; n++) {
      // From one IP address, from one network, and from many networks.
      const ipAddress = [OWNERS_IP, `198.51.100.${n % 250}`, `10.${n % 200}.${n % 7}.9`][n % 3] ?? ''
      const path = n % 2 ? '/api/admin/login' : '/api/sign-in'
      const { status } = await ask(target, path, {
        body: { username: n % 5 ? ADMIN_NAME : ADMIN_NAME.toUpperCase(), password: `guess-number-${n}` },
        headers: { 'x-forwarded-for': ipAddress },
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (![401, 429].includes(status)) problems.push(`POST ${path} with guess ${n} from ${ipAddress}: ${status}`)
      if (n % CHECK_INTERVAL !== CHECK_INTERVAL - 1) continue
      const open = await ask(target, '/api/admin/session', { cookie })
      if (open.status !== 200) owner.push(`After ${n} guesses GET /api/admin/session in an open session: ${open.status}`)
      const enter = (browser: string) =>
        ask(target, '/api/admin/login', {
          cookie: browser,
          body: { username: ADMIN_NAME, password: ADMIN_PASSWORD },
          headers: { 'x-forwarded-for': OWNERS_IP },
        })
      // An unknown browser must be throttled, otherwise the known one proves nothing. Checked first, as a success resets the throttle.
      const unknown = await enter('')
      if (unknown.status !== 429)
        owner.push(`After ${n} guesses, some from ${OWNERS_IP}, an unknown browser there is not throttled: ${unknown.status}`)
      const known = await enter(device)
      if (known.status !== 200) owner.push(`After ${n} guesses POST /api/admin/login in a known browser: ${known.status}`)
    }
    if (!statuses.has(429)) problems.push(`None of ${count} guesses was throttled.`)
    const note = [...statuses].map(([status, times]) => `${status}: ${times}`).join(', ')
    return [
      { name: 'guesses from one and from many IP addresses', tried: count, problems, note },
      { name: 'the owner meanwhile, signed in and in a known browser', tried: Math.floor(count / CHECK_INTERVAL) * 3, problems: owner },
    ]
  },
}
