/** The commands of `deploy/README.md` and `docs/operations.md` exist in the image and work as documented. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { SOURCE_FILES, SOURCE_FOLDERS } from '#features/deployment/kit/kit.service.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { startServer } from '#tests/support/running-server.ts'
import { makeTrimmedImage } from '#tests/support/trimmed-image.ts'
import { packagesRemovedFromImage } from '#tests/support/image-packages.ts'

const root = join(import.meta.dirname, '../../..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = ['deploy/README.md', 'docs/operations.md']
const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> }

/** Returns the code blocks of a document. */
const blocksOf = (path: string) => [...text(path).matchAll(/^```(?:sh)?\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
const commandsOf = (path: string) => [
  ...blocksOf(path).flatMap((block) => block.split('\n')),
  ...[...text(path).matchAll(/`((?:docker|npm|node|HOST=\S+ caddy) [^`]+)`/g)].map(([, command = '']) => command),
]
const all = documents.flatMap((path) => commandsOf(path).map((command) => ({ path, command: command.replace(/\s+#.*$/, '').trim() })))

test('commands in the container use programs and files that the image has', () => {
  const programs = ['node', 'sh', 'cat', 'rm', 'tar']
  const inContainer = all.flatMap(({ command }) => /^docker compose (?:exec|run) (?:-\S+ )*app (.+)$/.exec(command)?.[1] ?? [])
  expect(inContainer.length).toBeGreaterThan(9)
  for (const command of inContainer) {
    const [program = '', script = ''] = command.split(' ')
    expect(programs, command).toContain(program)
    if (program !== 'node' || script === '…' || script.includes('FILE')) continue
    expect(existsSync(join(root, script)), command).toBe(true)
    expect(
      SOURCE_FOLDERS.some((folder) => script.startsWith(`${folder}/`)),
      command,
    ).toBe(true)
  }
})

test('npm commands are scripts of the package', () => {
  const used = all.flatMap(({ command }) => /^(?:\S+=\S+ )?npm run (?:-\S+ )*([\w:]+)/.exec(command)?.[1] ?? [])
  expect(used.length).toBeGreaterThan(5)
  expect(used.filter((name) => name !== 'NAME' && !(name in scripts))).toEqual([])
})

/** Returns the anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

test('links to sections of docs/operations.md resolve, and its table of contents lists every section', () => {
  const page = text('docs/operations.md').replaceAll(/^```[\s\S]*?^```$/gm, '')
  const anchors = [...page.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
  const others = globSync(['*.md', 'deploy/*.md', 'docs/**/*.md'], { cwd: root })
  const linked = [
    ...[...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => `docs/operations.md ${anchor}`),
    ...others.flatMap((path) => [...text(path).matchAll(/operations\.md#([^)\s]+)/g)].map(([, anchor = '']) => `${path} ${anchor}`)),
  ]
  expect(linked.filter((line) => !anchors.includes(line.split(' ')[1] ?? ''))).toEqual([])
  const list = /\n\n(- [\s\S]+?)\n\n/.exec(page)?.[1] ?? ''
  const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
  expect(sections.filter((heading) => !list.includes(`[${heading}](#${anchorOf(heading)})`))).toEqual([])
})

test('the kit contains the documents', () => {
  expect(SOURCE_FILES).toContain('docs/operations.md')
})

test('each service of the compose file rotates its log', () => {
  const { services } = parse(text('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, { logging?: { driver: string; options: Record<string, string> } }>
  }
  for (const [name, { logging }] of Object.entries(services))
    expect(logging, name).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } })
})

/** Returns the path of Caddy: `CADDY`, or the installed package. */
function findCaddy(): string | undefined {
  const configured = process.env['CADDY']
  if (configured !== undefined) return configured
  try {
    return execFileSync('which', ['caddy'], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}
const caddy = findCaddy()

test.runIf(caddy).each([{}, { HOST: 'example.org' }])('Caddy accepts the Caddyfile with %j', (env) => {
  const config = execFileSync(caddy ?? '', ['adapt', '--config', join(root, 'deploy/Caddyfile'), '--adapter', 'caddyfile'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
  })
  expect(config).toContain(env.HOST ?? 'localhost')
})

test('the Caddyfile needs no settings and no extra modules', () => {
  const lines = text('deploy/Caddyfile')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
  expect(lines).toEqual([
    '{$HOST:localhost} {',
    '\t@compressed not path /api/live',
    '\tencode @compressed zstd gzip',
    '\treverse_proxy 127.0.0.1:3000',
    '}',
  ])
})

testAtNight('backup, restore, import, move and search-rebuild work in a folder trimmed like the image', async () => {
  const image = makeTrimmedImage(packagesRemovedFromImage())
  const block = (path: string, words: string) => {
    const found = blocksOf(path).find((one) => one.includes(words))
    if (found === undefined) throw new Error(`${path} has no commands with ${words}`)
    return found
  }
  try {
    const first = await startServer({ DATA_DIR: image.data, CONTENT: 'starter' })
    await first.stop()
    image.run('echo POSTGRES_PASSWORD=x > .env')
    image.run(block('deploy/README.md', 'src/app/commands/backup.ts'))
    expect(statSync(join(image.config, 'backup/today.backup.zip')).size).toBeGreaterThan(10_000)
    expect(existsSync(join(image.data, 'today.backup.zip'))).toBe(false)
    // On another machine only the folder `backup` exists.
    image.run(`rm -rf '${image.data}'/*`)
    image.run(block('deploy/README.md', 'src/app/commands/restore.ts'))
    image.run('docker compose run --rm app node src/app/commands/search-rebuild.ts')
    image.run(block('deploy/README.md', 'tar -C /data -cf - . > backup/data.tar\ndocker compose up'))
    expect(statSync(join(image.config, 'backup/data.tar')).size).toBeGreaterThan(10_000)
    const restored = await startServer({ DATA_DIR: image.data })
    expect((await fetch(`${restored.url}/`)).status).toBe(200)
    await restored.stop()
    for (const command of ['import-site', 'move-database', 'restore', 'backup'])
      expect(() => image.run(`docker compose run --rm app node src/app/commands/${command}.ts --wrong`)).toThrow(/Usage: |--to/)
    expect(image.notRun()).toEqual(expect.arrayContaining(['compose stop app', 'compose up -d']))
    expect(() => image.run('docker compose exec app npm run backup')).toThrow(/npm/)
  } finally {
    image.remove()
  }
})
