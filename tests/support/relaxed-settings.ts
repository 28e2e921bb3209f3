/** Changes settings of a running server for tests, as its administrator `keeper`. */
import { NO_NEWCOMER_LIMITS } from '#features/trust/trust.policy.ts'

/**
 * Makes the second factor optional: a test sets one up, which would make it mandatory for administrators in the other tests on the same
 * site. Turns the limits for new members off, because tests post faster than people.
 */
export async function relaxSettings(url: string, password: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '10.8.0.1' }
  const body = JSON.stringify({ username: 'keeper', password })
  const session = await fetch(`${url}/api/admin/login`, { method: 'POST', headers, body })
  const cookie = session.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  const settings = JSON.stringify({ adminSecondFactor: false, newcomers: NO_NEWCOMER_LIMITS })
  const response = await fetch(`${url}/api/admin/settings`, { method: 'PATCH', headers: { ...headers, cookie }, body: settings })
  if (response.status !== 200) throw new Error(`The settings could not be changed: ${response.status}`)
}
