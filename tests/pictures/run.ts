/** `npm run test:pictures -- --save FOLDER` takes a screenshot of every screen, `-- --against FOLDER` compares with saved ones. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SCREENS, WIDTHS } from './screens.ts'

const root = join(import.meta.dirname, '../..')
const USAGE = `npm run test:pictures -- --save FOLDER      takes the screenshots
npm run test:pictures -- --against FOLDER   compares with them; exit code 1 when one differs
  --only WORDS    only screens whose name matches this regular expression`

const { save, against, only } = parseArgs({
  options: { save: { type: 'string' }, against: { type: 'string' }, only: { type: 'string' } },
}).values
if ((save === undefined) === (against === undefined)) stop(USAGE)

const folder = resolve(save ?? against ?? '')
if (save) mkdirSync(folder, { recursive: true })
// A screenshot of a removed screen would be reported as not compared.
if (save && !only) for (const old of globSync(`*-{light,dark}-{${WIDTHS.join()}}.png`, { cwd: folder })) rmSync(join(folder, old))
if (against && globSync('*.png', { cwd: folder }).length === 0) stop(`${folder} has no pictures.`)

console.log(`${save ? 'Taking' : 'Comparing'} the pictures of ${SCREENS.length} pages and states, in ${folder}`)
run('node', ['src/app/build/build-if-stale.ts'])
const env = { PICTURES_FOLDER: folder, ...(save && { PICTURES_SAVE: 'true' }) }
run('playwright', ['test', '--config', 'playwright.pictures.config.ts', ...(only ? ['--grep', only] : [])], env)

function run(command: string, args: string[], more: Record<string, string> = {}): void {
  const env = { ...process.env, FORCE_COLOR: '0', ...more }
  const { status } = spawnSync(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
}

function stop(message: string): never {
  console.error(message)
  process.exit(2)
}
