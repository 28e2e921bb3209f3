/** Two versions on one PostgreSQL database: the newer does not migrate while the older runs, and the older exits once it has been migrated. */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { loadMigrations, openSite } from '#db/open-site.ts'
import { openPostgres } from '#db/postgres/postgres.ts'
import { LISTENER_NAME } from '#db/postgres/postgres-watch.ts'
import { findOwnSchemaLevel } from '#db/postgres/schema-presence.ts'
import type { Engine } from '#db/engine.ts'
import { startServerGroup, type ServerGroup } from '#tests/support/server-group.ts'
import { NEWER_SCHEMA_EXIT_CODE, waitForOlderProcesses } from '#app/process/version-guard.ts'

const REFUSED =
  /Database migration refused: an older version still serves this database \(1 process\)\. Stop the older version first, or set MIGRATE_WHILE_OTHERS_RUN=true/

let group: ServerGroup
let newer: Engine
beforeAll(async () => {
  group = await startServerGroup(inject('databaseUrl'), 1, { CONTENT: 'empty' })
  newer = await openPostgres(group.databaseUrl, { schemaLevel: (await findOwnSchemaLevel()) + 1 })
})
afterAll(async () => {
  await newer.close()
  await group.close()
})

/** Removes the record of the last migration, so that the newer version has one to run. */
async function withPendingMigration(work: () => Promise<void>): Promise<void> {
  const last = (await loadMigrations()).at(-1)?.[0]
  const [row] = await group.sql<{ timestamp: string }>('delete from site_main.kysely_migration where name = $1 returning timestamp', [last])
  await work()
  await group.sql('insert into site_main.kysely_migration (name, timestamp) values ($1, $2)', [last, row?.timestamp])
}

const guard = (settings: { migrateWhileOthersRun?: boolean; stopWithinMs?: number } = {}) =>
  waitForOlderProcesses(newer, 'main', { migrateWhileOthersRun: false, stopWithinMs: 300, ...settings })

describe('a newer version', () => {
  test('refuses to migrate while an older process is connected, unless MIGRATE_WHILE_OTHERS_RUN is set', async () => {
    expect(await newer.countOlderProcesses?.()).toBe(1)
    await withPendingMigration(async () => {
      await expect(guard()).rejects.toThrow(REFUSED)
      await expect(guard({ migrateWhileOthersRun: true })).resolves.toBeUndefined()
    })
  })

  test('starts next to an older process when there is nothing to migrate', async () => {
    await expect(guard()).resolves.toBeUndefined()
  })

  test('creates nothing if the site has no database yet, so that an interrupted move can be resumed', async () => {
    await waitForOlderProcesses(newer, 'missing', { migrateWhileOthersRun: false, stopWithinMs: 300 })
    expect(await newer.listSites()).not.toContain('missing')
  })

  test('waits for an older process that is stopping', async () => {
    const same = await openPostgres(group.databaseUrl)
    const older = new pg.Client({ connectionString: group.databaseUrl, application_name: LISTENER_NAME })
    await older.connect()
    await withPendingMigration(async () => {
      const waiting = waitForOlderProcesses(same, 'main', { migrateWhileOthersRun: false, stopWithinMs: 60_000 })
      expect(await Promise.race([waiting.then(() => 'continued'), setTimeout(600, 'waits')])).toBe('waits')
      await older.end()
      await waiting
    })
    await same.close()
  })
})

test('processes of the same version are not counted as older, and one without the presence lock is', async () => {
  const same = await openPostgres(group.databaseUrl)
  expect(await same.countOlderProcesses?.()).toBe(0)
  const client = new pg.Client({ connectionString: group.databaseUrl, application_name: LISTENER_NAME })
  await client.connect()
  expect(await same.countOlderProcesses?.()).toBe(1)
  await client.end()
  await same.close()
})

test('an older version exits with its own code and a message once the schema is newer', async () => {
  const [server] = group.servers
  if (!server) throw new Error('There is no server.')
  const exited = new Promise<number | null>((resolve) => server.process.once('exit', resolve))
  const all = await loadMigrations()
  await (await openSite(newer, 'main', [...all, ['0999_future', { up: async () => undefined }]])).destroy()
  await newer.publishSchemaLevel?.()
  expect(await exited).toBe(NEWER_SCHEMA_EXIT_CODE)
  expect(server.output()).toContain('Shutting down: a newer version has migrated the database.')
  await vi.waitFor(async () => expect(await newer.countOlderProcesses?.()).toBe(0), 60_000)
  await withPendingMigration(async () => {
    await expect(guard()).rejects.toThrow('0999_future')
  })
})
