/** What must happen once happens once, though two processes are asked for it at the same moment. */
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
  // It takes a moment for each, so that two who send the same one would meet.
  smtp = await startMailServer((mail) => {
    received.push({ to: mail.to[0] ?? '', id: messageIdOf(mail) })
    return new Promise((resolve) => setImmediate(resolve))
  })
  // Forty people at once are too much to do for a busy machine, and it would say so.
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
  const answer = await ask(at, '/api/sign-up', { body: { username, email, password: PASSWORD } })
  expect(answer.status, answer.text).toBe(201)
  return { email }
}
const mailsTo = (email: string) => received.filter(({ to }) => to === email)
const isEmpty = async () => {
  const [row] = await group.sql<{ n: number }>(`select count(*)::int as n from site_main.mails where sent_at is null`)
  return row?.n === 0
}

test('a mail goes out once, also when another process takes over while mails are sent', async () => {
  const people = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const one = await signUp(at % 2)
      // Whoever leads loses the lead; the other takes it, and the first may still be sending.
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

test('another SECRET_KEY is refused at the start, and the key is nowhere in the database', async () => {
  const other = crypto.randomUUID()
  await expect(startServer({ DATABASE_URL: group.databaseUrl, SECRET_KEY: other, HOST: '127.0.0.1' })).rejects.toThrow(
    /SECRET_KEY is not the key that the database was served with/,
  )
  // Without one a new key is made in the new folder, which is another, too.
  await expect(startServer({ DATABASE_URL: group.databaseUrl, HOST: '127.0.0.1' })).rejects.toThrow(
    /secret\.key is missing, and SECRET_KEY is not set/,
  )
  const [left] = await group.sql<{ comment: string }>(`select obj_description('site_main'::regnamespace, 'pg_namespace') as comment`)
  expect(left?.comment).toMatch(/^net-zero key [0-9a-f]{32}$/)
  // The way out where a key is lost.
  await group.sql('comment on schema site_main is null')
  const started = await startServer({ DATABASE_URL: group.databaseUrl, SECRET_KEY: other, HOST: '127.0.0.1' })
  expect(await started.stop()).toBe(0)
})
