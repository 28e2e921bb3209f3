/** `npm run backup -- FILE`: the whole installation in one file, while it serves. */
import { setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { saveInstallation } from '#features/backups/backup.service.ts'
import { countRows } from '#features/backups/site-checksums.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { formatBytes } from '#wording/bytes.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { formatCount } from '#wording/counts.ts'
import { keyAdvice, runCommand, savingOf } from './installation-commands.ts'

/** Visitors come first. */
const AFTER_VISITORS = 10
const USAGE = 'Usage: npm run backup -- FILE'

// Whoever has started it as a job ends it by going away.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()
if (process.connected) setPriority(AFTER_VISITORS)

await runCommand(async (config) => {
  const file = readFile()
  const { list, bytes, missing } = await saveInstallation(savingOf(config), file)
  const sites = Object.values(list.sites)
  const rows = sites.reduce((sum, site) => sum + countRows(site), 0)
  const files = sites.reduce((sum, site) => sum + site.files.count, 0)
  for (const name of missing) console.log(`${name} has no database and is not in it: delete that copy in the back-office.`)
  console.log(
    `${file} is written: ${formatCount(sites.length, ADMIN_NOUNS.site)}, ${formatCount(rows, ADMIN_NOUNS.row)}, ${formatCount(files, ADMIN_NOUNS.file)}, ${formatBytes(bytes)}.`,
  )
  console.log('Whoever has this file has every account: only its owner may read it (mode 0600). Keep it so where you copy it to.')
  console.log(keyAdvice(config))
})

function readFile(): string {
  try {
    const { positionals } = parseArgs({ allowPositionals: true, options: {} })
    const [file] = positionals
    if (file !== undefined && positionals.length === 1) return resolve(file)
  } catch (fault) {
    throw new Error(`${toError(fault).message}\n${USAGE}`, { cause: fault })
  }
  throw new Error(USAGE)
}
