/** The image omits exactly the packages that only the build needs, and the application runs without them. */
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { packagesRemovedFromImage } from '#tests/support/image-packages.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'

const root = join(import.meta.dirname, '../../..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const dockerfile = text('deploy/Dockerfile')
const removed = packagesRemovedFromImage()
/** Commands that an operator runs in the container. */
const COMMANDS = ['backup', 'restore', 'move-database', 'import-site', 'search-rebuild'].map((name) => `src/app/commands/${name}.ts`)
/** Peer dependencies of imported packages that our code does not import. */
const NEEDED_BY_OTHERS = ['react']

/** Collects the packages that a program imports at run time, following its files. The pages are bundled and need none. */
function packagesOf(entries: string[]): Set<string> {
  const packages = new Set<string>()
  const files = new Set(entries.map((entry) => join(root, entry)))
  for (const file of files) {
    if (file.endsWith('dev-pages.ts')) continue // `npm run dev` alone
    const code = readFileSync(file, 'utf8')
    const imports = [
      ...code.matchAll(/^(?:import|export) (?!type\b)(?:[^'"`;]*? from )?'([^']+)'/gm),
      ...code.matchAll(/\bimport\('([^']+)'\)/g),
    ]
    // A worker thread or child process runs another file.
    for (const [, name = ''] of code.matchAll(/new URL\('([\w./-]+\.ts)', import\.meta\.url\)/g)) files.add(resolve(dirname(file), name))
    for (const [, name = ''] of imports) {
      if (name.startsWith('#')) files.add(resolve(root, 'src', name.slice(1)))
      else if (name.startsWith('.')) files.add(resolve(dirname(file), name))
      else if (!name.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
    }
  }
  return packages
}

test('the packages removed from the image are those that no program imports', () => {
  const { dependencies } = JSON.parse(text('package.json')) as { dependencies: Record<string, string> }
  const needed = new Set([...packagesOf(['src/app/main.ts', ...COMMANDS]), ...NEEDED_BY_OTHERS])
  expect(removed.toSorted()).toEqual(
    Object.keys(dependencies)
      .filter((name) => !needed.has(name))
      .toSorted(),
  )
})

testAtNight('the application starts and serves pages and calls without the removed packages', async () => {
  const server = await startServer({
    CONTENT: 'starter',
    NODE_OPTIONS: `--import=${join(root, 'tests/support/refuse-packages.ts')}`,
    REFUSED_PACKAGES: removed.join(' '),
  })
  for (const path of ['/', '/products', '/articles', '/api/products', '/api/openapi.json', '/api/docs', '/sitemap.xml', '/feed.xml'])
    expect((await fetch(server.url + path)).status, path).toBe(200)
  expect(await server.stop()).toBe(0)
  removeData(server.dataDir)
})

test('the image starts the application with the command of `npm start`', () => {
  const { scripts } = JSON.parse(text('package.json')) as { scripts: { start: string } }
  expect(JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]')).toEqual(scripts.start.split(' '))
})

test('the image and the compose file have a health check', () => {
  const compose = text('deploy/compose.yaml')
  for (const file of [dockerfile, compose]) expect(file).toMatch(/fetch\('http:\/\/127\.0\.0\.1:.*\/healthz'\)/)
})
