/** Node from before the version that is needed. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
/** Of the system, where there is one. `OLD_NODE` names another. */
const oldNode = [process.env['OLD_NODE'], '/usr/bin/node', '/usr/local/bin/node'].find(
  (path) =>
    path !== undefined && existsSync(path) && Number(/^v(\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[1]) < 24,
)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }

test.runIf(oldNode).each([
  ['directly', ['dist/server/main.js']],
  ['as `npm start` does', scripts.start.split(' ').slice(1)],
])('the built server, started %s, names the version that is needed', (_how, given) => {
  const { status, stderr } = spawnSync(oldNode ?? '', given, { cwd: root, encoding: 'utf8', env: { PATH: process.env['PATH'] } })
  expect(stderr).toMatch(/^Net Zero needs Node\.js 24 or newer; this is v\d+\./)
  expect(status).toBe(1)
})
