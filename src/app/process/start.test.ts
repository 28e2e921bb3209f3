/** Tests the start of the built server with a Node.js that is too old. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
/** Path of a Node.js older than version 24: that of `OLD_NODE`, or the system's. If it is `undefined`, the test is skipped. */
const oldNode = [process.env['OLD_NODE'], '/usr/bin/node', '/usr/local/bin/node'].find(
  (path) =>
    path !== undefined && existsSync(path) && Number(/^v(\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[1]) < 24,
)

test.runIf(oldNode)('the built server exits and names the required version on an older Node.js', () => {
  const { status, stderr } = spawnSync(oldNode ?? '', ['dist/server/main.js'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  })
  expect(stderr).toMatch(/^Net Zero needs Node\.js 24 or newer; this is v\d+\./)
  expect(status).toBe(1)
})
