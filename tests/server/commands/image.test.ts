/** The image leaves out what only the build needs: exactly that, and the application runs without it. */
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { packagesRemovedFromImage } from '#tests/support/image-packages.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'

const root = join(import.meta.dirname, '../../..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const dockerfile = text('deploy/Dockerfile')
const leftOut = packagesRemovedFromImage()
/** What an operator runs in the container next to the server. */
const COMMANDS = ['backup', 'restore', 'move-database', 'import-site', 'search-rebuild'].map((name) => `src/app/commands/${name}.ts`)
/** Needed by what is imported, and imported nowhere here. */
const NEEDED_BY_OTHERS = ['react']

/** The packages that a program reads when it runs: followed from file to file. The pages are bundled, so they need none. */
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
    // A thread or a process of its own runs another file.
    for (const [, name = ''] of code.matchAll(/new URL\('([\w./-]+\.ts)', import\.meta\.url\)/g)) files.add(resolve(dirname(file), name))
    for (const [, name = ''] of imports) {
      if (name.startsWith('#')) files.add(resolve(root, 'src', name.slice(1)))
      else if (name.startsWith('.')) files.add(resolve(dirname(file), name))
      else if (!name.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
    }
  }
  return packages
}

test('what the image leaves out is what no running program imports', () => {
  const { dependencies } = JSON.parse(text('package.json')) as { dependencies: Record<string, string> }
  const needed = new Set([...packagesOf(['src/app/main.ts', ...COMMANDS]), ...NEEDED_BY_OTHERS])
  expect(leftOut.toSorted()).toEqual(
    Object.keys(dependencies)
      .filter((name) => !needed.has(name))
      .toSorted(),
  )
})

testAtNight('the application starts and answers pages and calls without them', async () => {
  const server = await startServer({
    CONTENT: 'starter',
    NODE_OPTIONS: `--import=${join(root, 'tests/support/refuse-packages.ts')}`,
    REFUSED_PACKAGES: leftOut.join(' '),
  })
  for (const path of ['/', '/products', '/articles', '/api/products', '/api/openapi.json', '/api/docs', '/sitemap.xml', '/feed.xml'])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200])
  expect(await server.stop()).toBe(0)
  removeData(server.dataDir)
})

test('the image starts the application with what `npm start` gives to Node', () => {
  const { scripts } = JSON.parse(text('package.json')) as { scripts: { start: string } }
  expect(JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]')).toEqual(scripts.start.split(' '))
})

test('both the image and the compose file ask whether it is well', () => {
  const compose = text('deploy/compose.yaml')
  for (const file of [dockerfile, compose]) expect(file).toMatch(/fetch\('http:\/\/127\.0\.0\.1:.*\/healthz'\)/)
})
