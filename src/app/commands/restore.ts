/** `npm run restore -- FILE [--replace]`: brings a backup up as this installation. */
import { parseArgs } from 'node:util'
import { restoreInstallation } from '#features/backups/backup.service.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { formatCount } from '#wording/counts.ts'
import { runCommand, printBroughtSite, targetOf } from './installation-commands.ts'
import { openEngine } from '#app/sites/open-main-site.ts'

const USAGE = 'Usage: npm run restore -- FILE [--replace]'

await runCommand(async (config) => {
  const { file, replace } = readArguments()
  const engine = await openEngine(config)
  try {
    const { madeAt, sites } = await engine.startAlone(() =>
      restoreInstallation(file, targetOf(engine, config.dataDir), replace, printBroughtSite),
    )
    console.log(
      `The installation is back as it was at ${madeAt}: ${formatCount(Object.keys(sites).length, ADMIN_NOUNS.site)}, compared row by row and file by file.`,
    )
    console.log('Start it with the same SECRET_KEY, or put secret.key back into DATA_DIR: without it nobody’s one-time codes are taken.')
  } finally {
    await engine.close()
  }
})

function readArguments(): { file: string; replace: boolean } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean', default: false } } })
    const [file] = positionals
    if (file !== undefined && positionals.length === 1) return { file, replace: values.replace }
  } catch (fault) {
    throw new Error(`${toError(fault).message}\n${USAGE}`, { cause: fault })
  }
  throw new Error(USAGE)
}
