/** What the log keeps of a request: nothing that opens anything for whoever reads it. */
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '#db/engine.ts'
import type { Site } from '#platform/context.ts'
import { withoutSecrets } from '#platform/log-address.ts'
import { builtPages } from '#platform/page-renderer.ts'
import { openTestEngine } from '#tests/support/test-site.ts'
import { buildApp, type BuiltApp } from './build-app.ts'
import { openFilledSite } from './open-main-site.ts'
import { Sites } from './sites.ts'

const NAME = `main_${crypto.randomUUID().slice(0, 8)}`
const SECRET = 'x7Qb-nobody-else-may-read-this-0123456789abcd'
let engine: Engine
let main: Site
let sites: Sites
let built: BuiltApp
let remove: () => void
let written = ''

beforeAll(async () => {
  const opened = await openTestEngine()
  ;({ engine, remove } = opened)
  main = await openFilledSite(engine, NAME, { content: 'empty', dataDir: opened.folder })
  sites = new Sites({ engine, main, publicUrl: undefined, dataDir: opened.folder })
  // The logger of the real server, with another end to its stream.
  const { log } = Fastify({ logger: { level: 'trace', stream: { write: (line: string) => void (written += line) } } })
  built = await buildApp({
    config: { publicUrl: undefined, trustProxy: true, logLevel: 'trace' },
    sites,
    pages: builtPages(join(import.meta.dirname, '../..')),
    logger: log as FastifyBaseLogger,
  })
  await built.app.ready()
})
afterAll(async () => {
  await built.app.close()
  await sites.closeAll()
  await main.db.destroy()
  if (engine.name === 'postgres') await engine.drop(NAME)
  await engine.close()
  remove()
})

test('every request is written down with its address, and no one-time token with it', async () => {
  const addresses = [
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
  for (const url of addresses) await built.app.inject({ url })
  await built.app.inject({ method: 'POST', url: `/api/claim?token=${SECRET}`, payload: { token: SECRET } })
  await built.app.inject({ method: 'POST', url: '/api/deployment', headers: { 'idempotency-key': SECRET }, payload: { siteName: '' } })
  const lines = written.trim().split('\n')
  expect(lines.filter((line) => line.includes('"msg":"request"'))).toHaveLength(addresses.length + 2)
  expect(lines.filter((line) => line.includes(SECRET))).toEqual([])
  expect(written).toContain('"url":"/reset-password?from=mail&token=[removed]"')
  expect(written).toContain('"url":"/nowhere?key=[removed]&page=2"')
})

test('what is no secret stays as it was asked for', () => {
  for (const address of ['/', '/articles?search=token&page=2', '/forum?sort=new&tokens=3', '/a?', '/a?b?token', '/products?monkey=1'])
    expect(withoutSecrets(address)).toBe(address)
})
