/** Starts one server with demo content for all browser tests. Tests that write use unique names. */
import { removeData, startServer } from './running-server.ts'

/** Password of the administrator `keeper`; tests read it from E2E_ADMIN_PASSWORD. */
const ADMIN_PASSWORD = 'lagged-boiler-at-dawn'

export default async function setup() {
  const server = await startServer({ TRUST_PROXY: 'true', ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD })
  await disableRequiredSecondFactor(server.url)
  process.env['E2E_URL'] = server.url
  process.env['E2E_ADMIN_PASSWORD'] = ADMIN_PASSWORD
  return async () => {
    const output = server.output()
    const code = await server.stop()
    removeData(server.dataDir)
    if (code !== 0) throw new Error(`The server stopped with ${code}:\n${output}`)
    if (/"level":(50|60)/.test(output)) throw new Error(`The server logged an error during the tests:\n${output}`)
  }
}

/**
 * Makes the second factor optional: a test sets one up, which would make it mandatory for administrators in the other tests on the same
 * site.
 */
async function disableRequiredSecondFactor(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '10.8.0.1' }
  const body = JSON.stringify({ username: 'keeper', password: ADMIN_PASSWORD })
  const session = await fetch(`${url}/api/admin/login`, { method: 'POST', headers, body })
  const cookie = session.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  const settings = JSON.stringify({ adminSecondFactor: false })
  const response = await fetch(`${url}/api/admin/settings`, { method: 'PATCH', headers: { ...headers, cookie }, body: settings })
  if (response.status !== 200) throw new Error(`The settings could not be changed: ${response.status}`)
}
