/** Creates test sites on SQLite by copying a fully migrated database file, in a seventh of the time. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HandleEmptyInListsPlugin } from 'kysely'
import type { Engine } from '#db/engine.ts'
import { openSite } from '#db/open-site.ts'
import { openSqlite } from '#db/sqlite/sqlite.ts'

/** Template of this process, shared by its test files. */
let template: Promise<string> | undefined

/** SQLite accepts `in ()`; PostgreSQL does not. */
const refuseEmptyLists = new HandleEmptyInListsPlugin({
  strategy: () => {
    throw new Error('An empty list after "in" is an error on PostgreSQL.')
  },
})

/** @param folder the data folder of the engine */
export function withTemplate(engine: Engine, folder: string): Engine {
  if (engine.name !== 'sqlite') return engine
  return {
    ...engine,
    async connect(site) {
      const file = join(folder, 'sites', `${site}.sqlite`)
      const migrated = await (template ??= makeTemplate())
      if (!existsSync(file)) copyFileSync(migrated, file)
      return (await engine.connect(site)).withPlugin(refuseEmptyLists)
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
