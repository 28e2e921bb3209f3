/** Functions that the commands for a whole installation share: backup, restore and db:move. */
import { openPostgresReader, openSqliteReader } from '#db/whole-sites/installation-reader.ts'
import type { Engine } from '#db/engine.ts'
import type { BackupSource } from '#features/backups/backup.service.ts'
import { countRows } from '#features/backups/site-checksums.ts'
import type { OnSiteImported, SiteTarget } from '#features/backups/site-target.ts'
import { readConfig, type Config } from '#platform/config/config.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { collectTables } from '#platform/contract/feature.ts'
import { formatBytes } from '#wording/bytes.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { formatCount } from '#wording/counts.ts'
import { features } from '#app/features.ts'
import { getFilesFolder } from '#app/sites/open-site-files.ts'
import { describeStartFailure } from '#app/process/start-failure.ts'

type Location = Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 'databaseDirectUrl'>>

/** Creates the source of a backup or move, which may be read while the server runs. */
export const createBackupSource = ({ dataDir, databaseUrl, databaseDirectUrl }: Location): BackupSource => ({
  // A long-running snapshot needs a direct connection, not a pooled one.
  openReader: async () => (databaseUrl === undefined ? openSqliteReader(dataDir) : openPostgresReader(databaseDirectUrl ?? databaseUrl)),
  tables: collectTables(features).map(({ name }) => name),
  derived: new Set(collectTables(features).flatMap(({ name, declaration }) => (declaration.isDerived ? [name] : []))),
  filesFolderOf: (site) => getFilesFolder(dataDir, site),
})

export const createRestoreTarget = (engine: Engine, dataDir: string): SiteTarget => ({
  engine,
  filesFolderOf: (site) => getFilesFolder(dataDir, site),
  onHeld: printHeldJobs,
})

/** Prints the queued jobs of a restored site, which are held until an administrator resumes them. */
export function printHeldJobs(site: string, jobs: Record<string, number>): void {
  const kinds = Object.entries(jobs).map(([kind, n]) => `${kind} ${n}`)
  if (kinds.length > 0)
    console.log(`${site}: held, not sent: ${kinds.join(', ')}. Resume or discard it in the back-office, under Background jobs.`)
}

export const printRestoredSite: OnSiteImported = (name, sums, wasTransferred) => {
  const content = sums
    ? `${formatCount(countRows(sums), ADMIN_NOUNS.row)}, ${formatCount(sums.files.count, ADMIN_NOUNS.file)} (${formatBytes(sums.files.bytes)})`
    : 'unchanged'
  console.log(wasTransferred ? `${name}: already transferred, ${content}` : `${name}: ${content}`)
}

/**
 * Runs a command with the settings of the environment. A failure is printed as `… failed: reason`, with exit code 1.
 * @param name the action, as the subject of that message
 */
export async function runCommand(name: string, work: (config: Config) => Promise<void>): Promise<void> {
  let config: Config | undefined
  try {
    config = readConfig(process.env)
    await work(config)
  } catch (error) {
    console.error(`${name} failed: ${config ? describeStartFailure(error, config) : toError(error).message}`)
    process.exitCode = 1
  }
}

/** Returns a sentence that reminds the operator to back up the secret key, which is not in the database. */
export const createKeyAdvice = ({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string =>
  secretKey === undefined
    ? `The secret key is not in the backup: store ${dataDir}/secret.key as well, in another place.`
    : 'The secret key is not in the backup: store the value of SECRET_KEY as well, in another place.'
