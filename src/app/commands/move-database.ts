/** `npm run db:move -- --to postgres://…` from the embedded database to a server, and `--to FOLDER` back. */
import { copyFileSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createFolder } from '#db/files/create-folder.ts'
import { moveInstallation } from '#features/backups/backup.service.ts'
import { readConfig, type Config } from '#platform/config/config.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { runCommand, savingOf, printBroughtSite, targetOf } from './installation-commands.ts'
import { openEngine } from '#app/sites/open-main-site.ts'
import { describeStartFailure } from '#app/process/start-failure.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>

const USAGE = 'Usage: npm run db:move -- --to postgres://user:password@host:port/database, or --to FOLDER'

await runCommand(async (config) => {
  const to = placeOf(readTarget(), config)
  // It owns the folder, so that no server writes to what is being moved.
  const from = await openEngine(config)
  try {
    await move(config, to).catch((fault: unknown) => {
      // What is full, or cannot be reached, is said of the place that it is moved to.
      throw new Error(describeStartFailure(fault, { ...config, ...to }), { cause: fault })
    })
  } finally {
    await from.close()
  }
  if (to.databaseUrl === undefined) bringKey(config, to.dataDir)
  console.log('All of it is there, compared row by row and file by file. What was here is as it was.')
  console.log(
    to.databaseUrl === undefined
      ? `Start it with DATA_DIR=${to.dataDir} and without DATABASE_URL.`
      : 'Start it with that DATABASE_URL and the same DATA_DIR, which holds the key; the sites in it are no longer used.',
  )
})

async function move(from: Config, to: Place): Promise<void> {
  const engine = await openEngine(to)
  try {
    const missing = await engine.startAlone(() => moveInstallation(savingOf(from), targetOf(engine, to.dataDir), printBroughtSite))
    for (const name of missing) console.log(`${name} has no database and was left out: delete that copy in the back-office.`)
  } finally {
    await engine.close()
  }
}

function readTarget(): string {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' } } })
    if (values.to) return values.to
  } catch (fault) {
    throw new Error(`${toError(fault).message}\n${USAGE}`, { cause: fault })
  }
  throw new Error(USAGE)
}

/** @throws Error when it would be moved to where it is */
function placeOf(to: string, from: Config): Place {
  if (!/^postgres(ql)?:/.test(to)) {
    if (from.databaseUrl === undefined)
      throw new Error('The embedded database is moved by copying DATA_DIR. Set DATABASE_URL to move from a server.')
    return { dataDir: resolve(to), databaseUrl: undefined }
  }
  if (from.databaseUrl !== undefined)
    throw new Error('DATABASE_URL is set: from one server to another, use npm run backup and npm run restore.')
  // An address is checked as it is at a start: whether it says how the connection is encrypted, for one.
  const { databaseUrl } = readConfig({ ...process.env, DATABASE_URL: to })
  return { dataDir: from.dataDir, databaseUrl }
}

/** What is sealed opens with the same key alone. */
function bringKey({ secretKey, dataDir }: Config, folder: string): void {
  const [from, to] = [join(dataDir, 'secret.key'), join(folder, 'secret.key')]
  if (secretKey !== undefined || !existsSync(from) || existsSync(to)) return
  createFolder(folder)
  copyFileSync(from, to)
}
