/** What the commands for a whole installation have in common: backup, restore and move. */
import { openPostgresReader, openSqliteReader } from '#db/whole-sites/installation-reader.ts'
import type { Engine } from '#db/engine.ts'
import type { BackupSaving } from '#features/backups/backup.service.ts'
import { countRows } from '#features/backups/site-checksums.ts'
import type { OnSiteBrought, SiteTarget } from '#features/backups/site-target.ts'
import { readConfig, type Config } from '#platform/config/config.ts'
import { collectTables } from '#platform/contract/feature.ts'
import { formatBytes } from '#wording/bytes.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { formatCount } from '#wording/counts.ts'
import { features } from '#app/features.ts'
import { filesFolderOf } from '#app/sites/open-site-files.ts'
import { describeStartFailure } from '#app/process/start-failure.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 'databaseDirectUrl'>>

/** Where an installation is read from, also while it is served. */
export const savingOf = ({ dataDir, databaseUrl, databaseDirectUrl }: Place): BackupSaving => ({
  // What takes so long is nothing for a pooler.
  openReader: async () => (databaseUrl === undefined ? openSqliteReader(dataDir) : openPostgresReader(databaseDirectUrl ?? databaseUrl)),
  tables: collectTables(features).map(({ name }) => name),
  derived: new Set(collectTables(features).flatMap(({ name, declaration }) => (declaration.isDerived ? [name] : []))),
  filesFolderOf: (site) => filesFolderOf(dataDir, site),
})

export const targetOf = (engine: Engine, dataDir: string): SiteTarget => ({
  engine,
  filesFolderOf: (site) => filesFolderOf(dataDir, site),
  onHeld: printHeldJobs,
})

/** Said of each site: nothing that was queued before leaves until an administrator says so. */
export function printHeldJobs(site: string, jobs: Record<string, number>): void {
  const kinds = Object.entries(jobs).map(([kind, n]) => `${kind} ${n}`)
  if (kinds.length > 0)
    console.log(`${site}: held, not sent: ${kinds.join(', ')}. Resume or discard it in the back-office, under Background jobs.`)
}

export const printBroughtSite: OnSiteBrought = (name, sums, wasThere) => {
  const what = sums
    ? `${formatCount(countRows(sums), ADMIN_NOUNS.row)}, ${formatCount(sums.files.count, ADMIN_NOUNS.file)} (${formatBytes(sums.files.bytes)})`
    : 'as it was'
  console.log(wasThere ? `${name}: had been brought before, ${what}` : `${name}: ${what}`)
}

/** Runs the command of a process: its settings from the environment, its failure as a sentence and an exit code. */
export async function runCommand(work: (config: Config) => Promise<void>): Promise<void> {
  let config: Config | undefined
  try {
    config = readConfig(process.env)
    await work(config)
  } catch (fault) {
    console.error(config ? describeStartFailure(fault, config) : fault instanceof Error ? fault.message : fault)
    process.exitCode = 1
  }
}

/** What lies outside of the database, and nothing can be read without. */
export const keyAdvice = ({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string =>
  secretKey === undefined
    ? `The key for one-time codes is not in it: keep ${dataDir}/secret.key as well, in another place.`
    : 'The key for one-time codes is not in it: keep what SECRET_KEY says as well, in another place.'
