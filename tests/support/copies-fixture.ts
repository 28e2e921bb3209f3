/** Fixture for tests of tenant sites: an installation that launches them, with helpers for its rows, audit log and log. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Viewer } from '#platform/contract/context.ts'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'
import { DeploymentConfig } from '#features/deployment/deployment.contract.ts'
import * as deployment from '#features/deployment/deployment.service.ts'

export const HOST = 'example.org'
export const DAY_MS = 86_400_000
export let installation: TestInstallation
export let admin: Viewer
export let ctx: Context
export const logged: unknown[] = []

export const caller = (idempotencyKey?: string) => ({
  clientIp: '10.0.0.1',
  userAgent: 'Firefox',
  origin: `https://${HOST}`,
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
})
export const config = (siteName: string, more: object = {}) => DeploymentConfig.parse({ siteName, content: 'empty', ...more })
export async function launch(siteName: string, more: object = {}, key?: string) {
  const launched = await deployment.launchSite({ ...ctx, caller: caller(key) }, config(siteName, more))
  const id = await installation.numberOf(launched.id)
  installation.copies.add(id)
  return { ...launched, number: id }
}
export const rowOf = (id: number) => ctx.db.selectFrom('launches').selectAll().where('id', '=', id).executeTakeFirst()
export const setRow = (id: number, values: object) => ctx.db.updateTable('launches').set(values).where('id', '=', id).execute()
export async function lastEntry() {
  const { before, after, ...row } = await ctx.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  const parse = (text: string | null) => (text === null ? null : (JSON.parse(text) as unknown))
  return [row.action, row.subject_type, row.subject_id, row.subject_title, row.user_id, parse(before), parse(after)]
}
export const refused = (status: number, code: string, message: string, errors?: object[]) => ({ status, code, message, errors })
export const derive = (purpose: string, secret: string) => createHash('sha256').update(`${purpose}:${secret}`).digest('base64url')
/** Returns the context with an installation in which some methods are replaced, for example by failing ones. */
export const where = (overrides: Partial<TestInstallation['sites']>): Context => {
  const { sites } = installation
  const get = (_target: object, key: string): unknown => {
    const member: unknown = Reflect.get(key in overrides ? overrides : sites, key, sites)
    return typeof member === 'function' ? member.bind(sites) : member
  }
  return { ...ctx, installation: new Proxy(sites, { get: get as ProxyHandler<typeof sites>['get'] & object }) }
}
/** Inserts the row of an interrupted launch. */
export async function addRow(slug: string, values: object = {}): Promise<number> {
  const now = new Date().toISOString()
  const row = {
    public_id: crypto.randomUUID(),
    slug,
    name: slug,
    state: 'creating',
    config: '{}',
    key_hash: slug,
    created_at: now,
    claim_until: now,
  }
  const { id } = await ctx.db
    .insertInto('launches')
    .values({ ...row, state: 'creating', ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Registers the fixture's hooks in the calling test file. */
export function useTenantsFixture(): void {
  beforeAll(async () => {
    installation = await openTestInstallation()
    admin = await makeUser(installation.main, { isAdmin: true })
    await installation.start({ publicUrl: `https://${HOST}` })
    const recordLevel = (level: string) => (about: object, message: string) =>
      void logged.push([level, { ...about, err: 'err' in about }, message])
    ctx = { ...installation.ctx, viewer: admin, log: { info: recordLevel('info'), warn: recordLevel('warn'), error: recordLevel('error') } }
  })
  beforeEach(() => {
    logged.length = 0
    installation.dns.records.clear()
  })
  afterAll(() => installation.close())
}
