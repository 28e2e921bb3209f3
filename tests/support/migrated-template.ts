/** Creates test sites on SQLite by copying a fully migrated database file, which takes a seventh of the time of migrating. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HandleEmptyInListsPlugin } from 'kysely'
import type { Engine } from '#db/engine.ts'
import { openSite } from '#db/open-site.ts'
import { openSqlite } from '#db/sqlite/sqlite.ts'

/** Path of the template, which the test files of this process share. */
let template: Promise<string> | undefined

/** Rejects `in ()`, which SQLite accepts but PostgreSQL does not. */
const rejectEmptyListsPlugin = new HandleEmptyInListsPlugin({
  strategy: () => {
    throw new Error('An empty list after "in" is an error on PostgreSQL.')
  },
})

/**
 * Returns an engine that creates sites from the template; a PostgreSQL engine is returned unchanged.
 * @param folder data folder of the engine
 */
export function withTemplate(engine: Engine, folder: string): Engine {
  if (engine.name !== 'sqlite') return engine
  return {
    ...engine,
    async connect(site) {
      const file = join(folder, 'sites', `${site}.sqlite`)
      const templateFile = await (template ??= makeTemplate())
      if (!existsSync(file)) copyFileSync(templateFile, file)
      return (await engine.connect(site)).withPlugin(rejectEmptyListsPlugin)
    },
  }
}

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'site-template-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const engine = openSqlite(folder)
  const db = await openSite(engine, 'template')
  await db.destroy()
  await engine.close()
  return join(folder, 'sites/template.sqlite')
}
