/** Node from before the version that is needed. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
/** Of the system, where there is one. `OLD_NODE` names another. */
const oldNode = [process.env['OLD_NODE'], '/usr/bin/node', '/usr/local/bin/node'].find(
  (path) =>
    path !== undefined && existsSync(path) && Number(/^v(\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[1]) < 24,
)

test.runIf(oldNode)('the built server, started by an older version of Node.js, names the version that is needed', () => {
  const { status, stderr } = spawnSync(oldNode ?? '', ['dist/server/main.js'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  })
  expect(stderr).toMatch(/^Net Zero needs Node\.js 24 or newer; this is v\d+\./)
  expect(status).toBe(1)
})
