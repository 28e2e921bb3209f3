/** `npm run restore -- FILE [--replace]`: restores all sites from a backup. */
import { parseArgs } from 'node:util'
import { restoreInstallation } from '#features/backups/backup.service.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { formatCount } from '#wording/counts.ts'
import { runCommand, printRestoredSite, createRestoreTarget } from './installation-commands.ts'
import { openEngine } from '#app/sites/open-main-site.ts'

const USAGE = 'Usage: npm run restore -- FILE [--replace]'

await runCommand('Restore', async (config) => {
  const { file, replace } = readArguments()
  const engine = await openEngine(config)
  try {
    const { madeAt, sites } = await engine.runExclusively(() =>
      restoreInstallation(file, createRestoreTarget(engine, config.dataDir), replace, printRestoredSite),
    )
    console.log(
      `Backup of ${madeAt} restored: ${formatCount(Object.keys(sites).length, ADMIN_NOUNS.site)}. Every row and file was compared.`,
    )
    console.log(
      'Start the server with the same SECRET_KEY, or put secret.key back into DATA_DIR: without it one-time codes cannot be verified.',
    )
  } finally {
    await engine.close()
  }
})

function readArguments(): { file: string; replace: boolean } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean', default: false } } })
    const [file] = positionals
    if (file !== undefined && positionals.length === 1) return { file, replace: values.replace }
  } catch (error) {
    throw new Error(`${toError(error).message}\n${USAGE}`, { cause: error })
  }
  throw new Error(USAGE)
}
