/** The documented update under load: build, then replace the workers one by one. No request fails, including files that pages reference. */
import { execFile } from 'node:child_process'
import { appendFileSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { startServerGroup, type ServerGroup } from '#tests/support/server-group.ts'
import { makeTrimmedImage, type TrimmedImage } from '#tests/support/trimmed-image.ts'

const PATHS = ['/', '/forum', '/articles', '/products', '/api/products', '/about']

let image: TrimmedImage
let group: ServerGroup
beforeAll(async () => {
  image = makeTrimmedImage([])
  group = await startServerGroup(inject('databaseUrl'), 1, { WORKERS: '2', CONTENT: 'starter', STOP_WITHIN_SECONDS: '300' }, image.app)
})
afterAll(async () => {
  await group.close()
  image.remove()
})

const build = () => promisify(execFile)(process.execPath, [join(image.app, 'src/app/build/build-pages.ts')], { cwd: image.app })
const entries = () => globSync('dist/client/assets/entry-client-*.js', { cwd: image.app }).map((file) => basename(file))

/** Reads pages and all files that they reference, like browsers with an empty cache. @returns the count of each status, with a path that had it */
async function readContinuously(isOver: () => boolean): Promise<Map<string, { count: number; path: string }>> {
  const counts = new Map<string, { count: number; path: string }>()
  const read = async (path: string): Promise<string> => {
    const { status, text } = await group.ask(0, path).catch((error: unknown) => ({ status: String(error), text: '' }))
    counts.set(String(status), { count: (counts.get(String(status))?.count ?? 0) + 1, path })
    return text
  }
  const visit = async (at: number) => {
    for (let turn = at; !isOver(); turn += 1) {
      const html = await read(PATHS[turn % PATHS.length] ?? '/')
      for (const file of new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))) await read(file)
    }
  }
  await Promise.all(Array.from({ length: 6 }, (_, at) => visit(at)))
  return counts
}

test('no request fails, and files of the previous build are still served', async () => {
  const [before] = entries()
  let isOver = false
  const reading = readContinuously(() => isOver)
  // A newer version: the client entry has another hash.
  appendFileSync(join(image.app, 'src/app/pages/entry-client.tsx'), '\nObject.assign(globalThis, { isNewerBuild: true })\n')
  await build()
  process.kill(group.servers[0]?.process.pid ?? 0, 'SIGUSR2')
  await vi.waitFor(() => expect(group.servers[0]?.output()).toContain('All workers have been replaced.'), {
    timeout: 300_000,
    interval: 50,
  })
  const html = (await group.ask(0, '/')).text
  isOver = true
  const counts = await reading
  expect([...counts].filter(([status]) => status !== '200')).toEqual([])
  expect(counts.get('200')?.count).toBeGreaterThan(200)
  expect(html).not.toContain(before)
  expect((await group.ask(0, `/assets/${before}`)).status).toBe(200)
  expect((await group.ask(0, '/assets/entry-client-0000000.js')).status).toBe(404)
  console.log(`${counts.get('200')?.count} requests during an update, none failed.`)
})
