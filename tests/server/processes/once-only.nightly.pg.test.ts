/** Effects that must happen once, requested from two processes at the same moment. */
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { messageIdOf, startMailServer, type TestMailServer } from '#tests/support/mail-server.ts'
import { startServer } from '#tests/support/running-server.ts'
import { startServerGroup, type ServerGroup } from '#tests/support/server-group.ts'

const SOON = { timeout: 200_000, interval: 20 }
const PASSWORD = 'otter-under-slate'

const received: { to: string; id: string }[] = []
let smtp: TestMailServer
let group: ServerGroup
beforeAll(async () => {
  // Accepting a mail takes a moment, so that duplicates would overlap.
  smtp = await startMailServer((mail) => {
    received.push({ to: mail.to[0] ?? '', id: messageIdOf(mail) })
    return new Promise((resolve) => setImmediate(resolve))
  })
  // Forty sign-ups at once would count as overload on a busy machine.
  const env = { CONTENT: 'empty', SMTP_URL: smtp.smtpUrl, OVERLOAD_DELAY_MS: '0' }
  group = await startServerGroup(inject('databaseUrl'), 2, env)
})
afterAll(async () => {
  await group.close()
  await smtp.close()
})

const ask: ServerGroup['ask'] = (...asked) => group.ask(...asked)
async function signUp(at: number) {
  const username = `m${crypto.randomUUID().slice(0, 8)}`
  const email = `${username}@example.org`
  const response = await ask(at, '/api/sign-up', { body: { username, email, password: PASSWORD } })
  expect(response.status, response.text).toBe(201)
  return { email }
}
const mailsTo = (email: string) => received.filter(({ to }) => to === email)
const isEmpty = async () => {
  const [row] = await group.sql<{ n: number }>(`select count(*)::int as n from site_main.mails where sent_at is null`)
  return row?.n === 0
}

test('each mail is sent once, also when the leader changes while mails are being sent', async () => {
  const people = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const one = await signUp(at % 2)
      // The leader loses its lock and the other takes over, while the first may still be sending.
      if (at % 10 === 5)
        await group.sql(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'netzero changes'`,
        )
      return one
    }),
  )
  await vi.waitFor(async () => expect(await isEmpty()).toBe(true), SOON)
  expect(people.map(({ email }) => mailsTo(email).length)).toEqual(people.map(() => 1))
  expect(new Set(received.map(({ id }) => id)).size).toBe(received.length)
})

test('a start with another SECRET_KEY is refused, and the key is not stored in the database', async () => {
  const other = crypto.randomUUID()
  await expect(startServer({ DATABASE_URL: group.databaseUrl, SECRET_KEY: other, HOST: '127.0.0.1' })).rejects.toThrow(
    /SECRET_KEY is not the key that the database was served with/,
  )
  // Without SECRET_KEY a key file would be created in the new folder, which would be another key too.
  await expect(startServer({ DATABASE_URL: group.databaseUrl, HOST: '127.0.0.1' })).rejects.toThrow(
    /secret\.key is missing, and SECRET_KEY is not set/,
  )
  const [left] = await group.sql<{ comment: string }>(`select obj_description('site_main'::regnamespace, 'pg_namespace') as comment`)
  expect(left?.comment).toMatch(/^net-zero key [0-9a-f]{32}$/)
  // The documented way to continue after the key was lost.
  await group.sql('comment on schema site_main is null')
  const started = await startServer({ DATABASE_URL: group.databaseUrl, SECRET_KEY: other, HOST: '127.0.0.1' })
  expect(await started.stop()).toBe(0)
})
