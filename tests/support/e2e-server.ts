/** Starts one server with demo content for all browser tests. Tests that write use unique names. */
import { relaxSettings } from './relaxed-settings.ts'
import { removeData, startServer } from './running-server.ts'

/** Password of the administrator `keeper`; tests read it from E2E_ADMIN_PASSWORD. */
const ADMIN_PASSWORD = 'lagged-boiler-at-dawn'

export default async function setup() {
  const server = await startServer({ TRUST_PROXY: 'true', ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD })
  await relaxSettings(server.url, ADMIN_PASSWORD)
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
