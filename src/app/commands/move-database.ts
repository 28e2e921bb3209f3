/** `npm run db:move`: moves all sites from SQLite to PostgreSQL (`--to postgres://…`) or back (`--to FOLDER`). */
import { copyFileSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createFolder } from '#db/files/create-folder.ts'
import { moveInstallation } from '#features/backups/backup.service.ts'
import { readConfig, type Config } from '#platform/config/config.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { runCommand, createBackupSource, printRestoredSite, createRestoreTarget } from './installation-commands.ts'
import { openEngine } from '#app/sites/open-main-site.ts'
import { describeStartFailure } from '#app/process/start-failure.ts'

type Location = Pick<Config, 'dataDir' | 'databaseUrl'>

const USAGE = 'Usage: npm run db:move -- --to postgres://user:password@host:port/database, or --to FOLDER'

await runCommand('Database move', async (config) => {
  const targetLocation = resolveTarget(readTarget(), config)
  // Opening the source locks it, so that no server writes to it during the move.
  const sourceEngine = await openEngine(config)
  try {
    await move(config, targetLocation).catch((error: unknown) => {
      // Errors such as a full disk or an unreachable server are described with the settings of the target.
      throw new Error(describeStartFailure(error, { ...config, ...targetLocation }), { cause: error })
    })
  } finally {
    await sourceEngine.close()
  }
  if (targetLocation.databaseUrl === undefined) copyKey(config, targetLocation.dataDir)
  console.log('Database moved: every row and file was compared. The source is unchanged.')
  console.log(
    targetLocation.databaseUrl === undefined
      ? `Start the server with DATA_DIR=${targetLocation.dataDir} and without DATABASE_URL.`
      : 'Start the server with that DATABASE_URL and the same DATA_DIR, which holds the secret key; the databases in it are no longer used.',
  )
})

async function move(sourceConfig: Config, targetLocation: Location): Promise<void> {
  const engine = await openEngine(targetLocation)
  try {
    const missing = await engine.runExclusively(() =>
      moveInstallation(createBackupSource(sourceConfig), createRestoreTarget(engine, targetLocation.dataDir), printRestoredSite),
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
function resolveTarget(target: string, sourceConfig: Config): Location {
  if (!/^postgres(ql)?:/.test(target)) {
    if (sourceConfig.databaseUrl === undefined)
      throw new Error('To move the embedded database to another folder, copy DATA_DIR. To move from a server, set DATABASE_URL.')
    return { dataDir: resolve(target), databaseUrl: undefined }
  }
  if (sourceConfig.databaseUrl !== undefined)
    throw new Error('DATABASE_URL is set: from one server to another, use npm run backup and npm run restore.')
  // The URL is validated as at startup; for example, it must state how the connection is encrypted.
  const { databaseUrl } = readConfig({ ...process.env, DATABASE_URL: target })
  return { dataDir: sourceConfig.dataDir, databaseUrl }
}

/** Copies the secret key, without which encrypted values cannot be decrypted. */
function copyKey({ secretKey, dataDir }: Config, targetFolder: string): void {
  const [sourceFile, targetFile] = [join(dataDir, 'secret.key'), join(targetFolder, 'secret.key')]
  if (secretKey !== undefined || !existsSync(sourceFile) || existsSync(targetFile)) return
  createFolder(targetFolder)
  copyFileSync(sourceFile, targetFile)
}
