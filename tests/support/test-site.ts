/** A test is one more site: its own database, the real app, the real engine (both run the same tests). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { buildApp } from '#app/build-app.ts'
import { openFilledSite } from '#app/open-main-site.ts'
import type { Engine } from '#db/engine.ts'
import { openPostgres } from '#db/postgres.ts'
import { openSqlite } from '#db/sqlite.ts'
import { addressOf, type AnyInput } from '#platform/api.client.ts'
import type { Config } from '#platform/config.ts'
import type { Context, SiteSettings, Viewer } from '#platform/context.ts'
import type { Endpoint } from '#platform/endpoint.ts'
import { onlySite } from '#platform/site-directory.ts'

export interface Called {
  status: number
  // A test looks into answers of many shapes, right and wrong ones.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Record<string, string | string[] | undefined>
}

/** The engine of the project that runs: SQLite in a folder of its own, or the PostgreSQL server of the run. */
export async function openTestEngine(): Promise<{ engine: Engine; folder: string; remove(): void }> {
  const url = inject('databaseUrl') as string | undefined
  const folder = mkdtempSync(join(tmpdir(), 'site-tests-'))
  return {
    engine: url ? await openPostgres(url) : openSqlite(folder),
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Opens a site with the categories and the Community Guest, or with the demo content.
 * @param settings laid over the defaults
 */
export async function openTestSite({
  content = 'empty',
  settings = {},
}: { content?: Config['content']; settings?: Partial<SiteSettings> } = {}) {
  const { engine, folder, remove } = await openTestEngine()
  const id = `test_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
  const site = await openFilledSite(engine, id, { content, dataDir: folder })
  Object.assign(site.settings, settings)
  let viewer: Viewer | null = null
  const config = { publicUrl: undefined, trustProxy: true, logLevel: 'silent' }
  const { app, cache, visits, pageViews } = await buildApp({ config, sites: onlySite(site), actAs: () => viewer })
  await app.ready()
  const ctx: Context = { site, db: site.db, viewer: null, log: app.log }
  let address = 0

  return {
    ctx,
    app,
    cache,
    visits,
    pageViews,
    engine,
    /** Calls an endpoint over HTTP as somebody (null: a visitor), from an address of its own. */
    async call(who: Viewer | null, endpoint: Endpoint, input: AnyInput = {}, headers: Record<string, string> = {}): Promise<Called> {
      viewer = who
      address += 1
      const response = await app.inject({
        method: endpoint.method,
        url: addressOf(endpoint.path, input),
        headers: { 'x-forwarded-for': `10.1.${address >> 8}.${address & 255}`, ...headers },
        // The browser's calls send an empty object where there is nothing to say.
        ...(endpoint.method === 'GET' || endpoint.bytes ? {} : { payload: {} }),
        ...(input.body === undefined ? {} : { payload: input.body as object }),
      })
      const isJson = String(response.headers['content-type']).startsWith('application/json')
      const body = isJson && response.body ? response.json() : response.body || null
      return { status: response.statusCode, body, headers: response.headers as Called['headers'] }
    },
    async close() {
      await app.close()
      await site.db.destroy()
      if (engine.name === 'postgres') await engine.drop(id)
      await engine.close()
      remove()
    },
  }
}
export type TestSite = Awaited<ReturnType<typeof openTestSite>>
