/** `npm run db:move`: moves all sites from SQLite to PostgreSQL (`--to postgres://…`) or back (`--to FOLDER`). */
import { copyFileSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createFolder } from '#db/files/create-folder.ts'
import { moveInstallation } from '#features/backups/backup.service.ts'
import { readConfig, type Config } from '#platform/config/config.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { runCommand, backupSourceOf, printRestoredSite, restoreTargetOf } from './installation-commands.ts'
import { openEngine } from '#app/sites/open-main-site.ts'
import { describeStartFailure } from '#app/process/start-failure.ts'

type Location = Pick<Config, 'dataDir' | 'databaseUrl'>

const USAGE = 'Usage: npm run db:move -- --to postgres://user:password@host:port/database, or --to FOLDER'

await runCommand('Database move', async (config) => {
  const to = resolveTarget(readTarget(), config)
  // Opening the source locks it, so that no server writes to it during the move.
  const from = await openEngine(config)
  try {
    await move(config, to).catch((error: unknown) => {
      // A full disk or an unreachable server is that of the target.
      throw new Error(describeStartFailure(error, { ...config, ...to }), { cause: error })
    })
  } finally {
    await from.close()
  }
  if (to.databaseUrl === undefined) copyKey(config, to.dataDir)
  console.log('Database moved: every row and file was compared. The source is unchanged.')
  console.log(
    to.databaseUrl === undefined
      ? `Start the server with DATA_DIR=${to.dataDir} and without DATABASE_URL.`
      : 'Start the server with that DATABASE_URL and the same DATA_DIR, which holds the secret key; the databases in it are no longer used.',
  )
})

async function move(from: Config, to: Location): Promise<void> {
  const engine = await openEngine(to)
  try {
    const missing = await engine.runExclusively(() =>
      moveInstallation(backupSourceOf(from), restoreTargetOf(engine, to.dataDir), printRestoredSite),
    )
    for (const name of missing) console.log(`${name} was not moved: it has no database. Delete that copy in the back-office.`)
  } finally {
    await engine.close()
  }
}

function readTarget(): string {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' } } })
    if (values.to) return values.to
  } catch (error) {
    throw new Error(`${toError(error).message}\n${USAGE}`, { cause: error })
  }
  throw new Error(USAGE)
}

/** @throws Error when source and target use the same engine */
function resolveTarget(to: string, from: Config): Location {
  if (!/^postgres(ql)?:/.test(to)) {
    if (from.databaseUrl === undefined)
      throw new Error('To move the embedded database to another folder, copy DATA_DIR. To move from a server, set DATABASE_URL.')
    return { dataDir: resolve(to), databaseUrl: undefined }
  }
  if (from.databaseUrl !== undefined)
    throw new Error('DATABASE_URL is set: from one server to another, use npm run backup and npm run restore.')
  // Validated as at startup, for example that the URL states how the connection is encrypted.
  const { databaseUrl } = readConfig({ ...process.env, DATABASE_URL: to })
  return { dataDir: from.dataDir, databaseUrl }
}

/** Copies the secret key, without which encrypted values cannot be decrypted. */
function copyKey({ secretKey, dataDir }: Config, folder: string): void {
  const [from, to] = [join(dataDir, 'secret.key'), join(folder, 'secret.key')]
  if (secretKey !== undefined || !existsSync(from) || existsSync(to)) return
  createFolder(folder)
  copyFileSync(from, to)
}
