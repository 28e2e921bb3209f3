/** `npm run backup -- FILE`: writes all sites into one file, also while the server runs. */
import { setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { backUpInstallation } from '#features/backups/backup.service.ts'
import { countRows } from '#features/backups/site-checksums.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { formatBytes } from '#wording/bytes.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { formatCount } from '#wording/counts.ts'
import { createKeyAdvice, runCommand, createBackupSource } from './installation-commands.ts'

/** Nice value of a scheduled backup, so that visitors' requests go first. */
const BACKGROUND_PRIORITY = 10
const USAGE = 'Usage: npm run backup -- FILE'

// The server that started a scheduled backup closes the IPC channel when it ends; the backup then ends as well.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()
if (process.connected) setPriority(BACKGROUND_PRIORITY)

await runCommand('Backup', async (config) => {
  const file = readFileArgument()
  const { list, bytes, missing } = await backUpInstallation(createBackupSource(config), file)
  const sites = Object.values(list.sites)
  const rows = sites.reduce((sum, site) => sum + countRows(site), 0)
  const files = sites.reduce((sum, site) => sum + site.files.count, 0)
  for (const name of missing) console.log(`${name} is not in the backup: it has no database. Delete that copy in the back-office.`)
  console.log(
    `Backup written to ${file}: ${formatCount(sites.length, ADMIN_NOUNS.site)}, ${formatCount(rows, ADMIN_NOUNS.row)}, ${formatCount(files, ADMIN_NOUNS.file)}, ${formatBytes(bytes)}.`,
  )
  console.log('The backup contains all accounts. Only its owner can read it (mode 0600); set the same mode on copies.')
  console.log(createKeyAdvice(config))
})

function readFileArgument(): string {
  try {
    const { positionals } = parseArgs({ allowPositionals: true, options: {} })
    const [file] = positionals
    if (file !== undefined && positionals.length === 1) return resolve(file)
  } catch (error) {
    throw new Error(`${toError(error).message}\n${USAGE}`, { cause: error })
  }
  throw new Error(USAGE)
}
