/** Starts the server to attack, with a signed-in administrator and member. */
import { NO_NEWCOMER_LIMITS } from '#features/trust/trust.policy.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { ADMIN_NAME, ADMIN_PASSWORD, ask, MEMBER_PASSWORD, type OwnServer, type Target } from './target.ts'

/** The operator's tokens. */
export const MAIL_EVENTS_TOKEN = 'a-token-of-the-mail-provider'
export const METRICS_TOKEN = 'a-token-of-the-collector'

export interface OwnTarget extends Target {
  own: OwnServer
  close(): Promise<void>
}

/** @param databaseUrl URL of a PostgreSQL server; absent: SQLite */
export async function startTarget({ databaseUrl, isShort }: { databaseUrl?: string; isShort: boolean }): Promise<OwnTarget> {
  const env = {
    TRUST_PROXY: 'true',
    ADMIN_USERNAME: ADMIN_NAME,
    ADMIN_PASSWORD,
    LOG_LEVEL: 'error',
    HEALTH_DETAILS: 'true',
    MAIL_EVENTS_TOKEN,
    METRICS_TOKEN,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: `${databaseUrl}?sslmode=disable` }),
  }
  const running = await startServer(env)
  const target: OwnTarget = {
    url: running.url,
    isShort,
    own: {
      running,
      env,
      people: { admin: '', member: '' },
      async restart() {
        this.running = await startServer({ ...env, DATA_DIR: running.dataDir })
        target.url = this.running.url
      },
    },
    async close() {
      await this.own.running.stop()
      removeData(running.dataDir)
    },
  }
  target.own.people.admin = await signIn(target, '/api/admin/login', { username: ADMIN_NAME, password: ADMIN_PASSWORD })
  // The attacks on stored text must reach the page, so new members post without limits.
  await ask(target, '/api/admin/settings', { method: 'PATCH', cookie: target.own.people.admin, body: { newcomers: NO_NEWCOMER_LIMITS } })
  target.own.people.member = await signIn(target, '/api/sign-up', {
    username: 'mara',
    email: 'mara@example.org',
    password: MEMBER_PASSWORD,
  })
  return target
}

/** @returns the cookies of the new session */
export async function signIn(target: Target, path: string, body: object): Promise<string> {
  const response = await ask(target, path, { body })
  if (response.status >= 300) throw new Error(`${path} answers ${response.status}: ${response.text}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}
