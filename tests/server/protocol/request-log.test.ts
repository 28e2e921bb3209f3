/** The request log contains no secret that would grant access to its reader. */
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redactUrl } from '#platform/telemetry/redact-url.ts'
import { MAIN_HOST, openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'

const SECRET = 'x7Qb-nobody-else-may-read-this-0123456789abcd'
let installation: TestInstallation
let written = ''

beforeAll(async () => {
  installation = await openTestInstallation()
  // The logger of the real server, with another end to its stream.
  const { log } = Fastify({ logger: { level: 'trace', stream: { write: (line: string) => void (written += line) } } })
  await installation.start({ pages: true, logger: log as FastifyBaseLogger })
})
afterAll(() => installation.close())

test('every request is logged with its URL, and one-time tokens are redacted', async () => {
  const urls = [
    `/api/deployment/1?token=${SECRET}`,
    `/api/deployment/1/kit?token=${SECRET}`,
    `/claim?token=${SECRET}`,
    `/claim?claim=${SECRET}`,
    `/reset-password?from=mail&token=${SECRET}`,
    `/newsletter/confirm?TOKEN=${SECRET}`,
    `/api/claim?%74oken=${SECRET}`,
    `/nowhere?key=${SECRET}&page=2`,
    `/nowhere?%E0%A4=${SECRET}`,
    `/api/nowhere?code=${SECRET}`,
  ]
  const { app } = installation.built
  for (const url of urls) await app.inject({ url })
  await app.inject({ method: 'POST', url: `/api/claim?token=${SECRET}`, payload: { token: SECRET } })
  await app.inject({ method: 'POST', url: '/api/deployment', headers: { 'idempotency-key': SECRET }, payload: { siteName: '' } })
  const lines = written.trim().split('\n')
  expect(lines.filter((line) => line.includes('"msg":"request"'))).toHaveLength(urls.length + 2)
  expect(lines.filter((line) => line.includes(SECRET))).toEqual([])
  expect(written).toContain('"url":"/reset-password?from=mail&token=[removed]"')
  expect(written).toContain('"url":"/nowhere?key=[removed]&page=2"')
})

test('the request log contains the site id and the user id', async () => {
  const lineOf = async (viewer: typeof installation.viewer, host: string) => {
    written = ''
    installation.viewer = viewer
    await installation.ask(host, '/api/site')
    installation.viewer = null
    return JSON.parse(written.trim().split('\n').at(-1) ?? '{}') as object
  }
  const { host } = await installation.launch({ siteName: 'Logged' })
  expect(await lineOf(null, MAIN_HOST)).toMatchObject({ msg: 'request', site: installation.main.id, user: null })
  expect(await lineOf({ id: 7, isAdmin: false }, host)).toMatchObject({
    msg: 'request',
    site: expect.not.stringContaining(installation.main.id),
    user: 7,
  })
})

test('redactUrl keeps parameters that are not secret', () => {
  for (const url of ['/', '/articles?search=token&page=2', '/forum?sort=new&tokens=3', '/a?', '/a?b?token', '/products?monkey=1'])
    expect(redactUrl(url)).toBe(url)
})
