/** Somebody guesses an administrator's password from many addresses; who is signed in, and whose browser is known, is not kept out. */
import { ADMIN_NAME, ADMIN_PASSWORD, ask, type Group } from './target.ts'

/** Somebody guesses from the owner's own network, too. */
const NEIGHBOUR = '192.0.2.7'
/** So many guesses come between two looks at the owner; a third of them from there, which is more than are free. */
const STEP = 40

export const passwords: Group = {
  name: 'Guessed passwords',
  isHarmless: false,
  async run(target) {
    const { own, isShort } = target
    if (!own) throw new Error('It keeps people out: it needs a server of its own.')
    const cookie = own.people.admin
    const device = /device=[^;]+/.exec(cookie)?.[0] ?? ''
    const count = isShort ? 40 : 240
    const faults: string[] = []
    const owner: string[] = []
    const statuses = new Map<number, number>()
    for (let n = 0; n < count; n++) {
      // From one address, from a network, and from everywhere.
      const address = [NEIGHBOUR, `198.51.100.${n % 250}`, `10.${n % 200}.${n % 7}.9`][n % 3] ?? ''
      const path = n % 2 ? '/api/admin/login' : '/api/sign-in'
      const { status } = await ask(target, path, {
        body: { username: n % 5 ? ADMIN_NAME : ADMIN_NAME.toUpperCase(), password: `guess-number-${n}` },
        headers: { 'x-forwarded-for': address },
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (![401, 429].includes(status)) faults.push(`POST ${path} with guess ${n} from ${address}: ${status}`)
      if (n % STEP !== STEP - 1) continue
      const open = await ask(target, '/api/admin/session', { cookie })
      if (open.status !== 200) owner.push(`After ${n} guesses GET /api/admin/session in an open session: ${open.status}`)
      const enter = (browser: string) =>
        ask(target, '/api/admin/login', {
          cookie: browser,
          body: { username: ADMIN_NAME, password: ADMIN_PASSWORD },
          headers: { 'x-forwarded-for': NEIGHBOUR },
        })
      // Were a strange browser let in there, the known one would prove nothing. The known one comes after it: it ends the wait.
      const strange = await enter('')
      if (strange.status !== 429)
        owner.push(`After ${n} guesses, some from ${NEIGHBOUR}, a strange browser there does not wait: ${strange.status}`)
      const known = await enter(device)
      if (known.status !== 200) owner.push(`After ${n} guesses POST /api/admin/login in a known browser: ${known.status}`)
    }
    if (!statuses.has(429)) faults.push(`None of ${count} guesses was held up.`)
    const note = [...statuses].map(([status, times]) => `${status}: ${times}`).join(', ')
    return [
      { name: 'guesses from one and from many addresses', tried: count, faults, note },
      { name: 'the owner meanwhile, signed in and in a known browser', tried: Math.floor(count / STEP) * 3, faults: owner },
    ]
  },
}
