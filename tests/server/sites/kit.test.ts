/** The self-hosting kit: access, contents, and starting the application with it. */
import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { parse } from 'yaml'
import { fromBuffer } from 'yauzl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KIT_FILES, buildKit, SOURCE_FILES, SOURCE_FOLDERS } from '#features/deployment/kit/kit.service.ts'
import { readConfig, CONFIG_SETTINGS } from '#platform/config/config.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'
import { openFilledSite } from '#app/sites/open-main-site.ts'

const root = join(import.meta.dirname, '../../..')
const deploy = join(root, 'deploy')
const text = (name: string) => readFileSync(join(deploy, name), 'utf8')
const HOST = 'example.org'
const SETTING_NAMES = CONFIG_SETTINGS.map(({ name }) => name)
const CHOSEN = {
  siteName: 'Kit "Close" & Co.',
  description: 'Warm homes by the sea.',
  primaryRegion: 'eu',
  defaultCurrency: 'eur',
  domainName: 'kit.example.net',
  features: { ...ALL_FEATURES_ON, forums: false, expertAdvice: false },
  analyticsEnabled: true,
  content: 'empty',
}
const SHOWN = { name: CHOSEN.siteName, region: 'eu', currency: 'eur', features: CHOSEN.features }

let installation: TestInstallation
let launched: { id: string; token: string }
let other: { id: string; token: string }
const folder = mkdtempSync(join(tmpdir(), 'kit-tests-'))

beforeAll(async () => {
  installation = await openTestInstallation()
  await installation.start({ publicUrl: `https://${HOST}` })
  launched = (await installation.launch(CHOSEN, { host: HOST })).body
  other = (await installation.launch({ siteName: 'Other', content: 'empty' }, { host: HOST })).body
})
afterAll(async () => {
  await installation.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (url: string, host = HOST) => installation.built.app.inject({ url, headers: { host } })
const kitOf = ({ id, token }: { id: string; token: string }) => ask(`/api/deployment/${id}/kit?token=${token}`)

const unzip = (bytes: Buffer): Promise<Map<string, string>> =>
  new Promise((resolve, reject) => {
    const files = new Map<string, string>()
    fromBuffer(bytes, { lazyEntries: true }, (failed, zip) => {
      if (failed) return reject(failed)
      zip.on('entry', (entry: { fileName: string }) =>
        zip.openReadStream(entry as never, (broken, stream) => {
          if (broken) return reject(broken)
          const parts: Buffer[] = []
          stream.on('data', (part: Buffer) => parts.push(part))
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(parts).toString())
            zip.readEntry()
          })
        }),
      )
      zip.on('end', () => resolve(files))
      zip.readEntry()
    })
  })

describe('the download', () => {
  test('requires the token of this launch', async () => {
    const { id, token } = launched
    const asked = [`${id}/kit`, `${id}/kit?token=`, `${id}/kit?token=x`, `${id}/kit?token=${other.token}`, `${other.id}/kit?token=${token}`]
    for (const path of [...asked, `0/kit?token=${token}`, `x/kit?token=${token}`, `${id}/kit?token=${token}&token=${token}`])
      expect((await ask(`/api/deployment/${path}`)).statusCode, path).toBe(404)
    const host = new URL((await ask(`/api/deployment/${other.id}`)).json<{ address: string }>().address).host
    expect((await ask(`/api/deployment/${id}/kit?token=${token}`, host)).statusCode).toBe(404)
  })

  test('returns a ZIP of exactly these files, not cacheable', async () => {
    const response = await kitOf(launched)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="kit-close-co-server.zip"',
      'cache-control': 'no-store',
    })
    const files = await unzip(response.rawPayload)
    const own = [...files.keys()].filter((name) => !name.startsWith('kit-close-co/source/'))
    expect(own.toSorted()).toEqual([...KIT_FILES, '.env', 'site.json'].map((name) => `kit-close-co/${name}`).toSorted())
    for (const name of KIT_FILES) expect(files.get(`kit-close-co/${name}`)).toBe(text(name))
    expect(JSON.parse(files.get('kit-close-co/site.json') ?? '')).toEqual(CHOSEN)
  })

  test('contains the source code that the image is built from, and nothing of this installation', async () => {
    const files = await unzip((await kitOf(launched)).rawPayload)
    const source = [...files.keys()].filter((name) => name.startsWith('kit-close-co/source/')).map((name) => name.slice(20))
    const tracked = execFileSync('git', ['ls-files', ...SOURCE_FOLDERS], { cwd: root, encoding: 'utf8' })
      .trim()
      .split('\n')
    const wanted = tracked.filter((name) => !/\.test\.tsx?$/.test(name) && existsSync(join(root, name)))
    expect(source).toEqual(expect.arrayContaining([...wanted, ...SOURCE_FILES, ...KIT_FILES.map((name) => `deploy/${name}`)]))
    expect(source.filter((name) => /(^|\/)(\.env|data|node_modules|dist|\.git)(\/|$)/.test(name))).toEqual([])
    expect(files.get('kit-close-co/source/LICENSE')).toMatch(/^MIT License\n\nCopyright \(c\) \d{4} the contributors\n/)
    expect(files.get('kit-close-co/source/src/app/main.ts')).toBe(readFileSync(join(root, 'src/app/main.ts'), 'utf8'))
    const env = parseEnv(files.get('kit-close-co/.env') ?? '')
    expect(env['SOURCE']).toBe('./source')
  })

  testAtNight('is byte-identical each time except for the password', async () => {
    const { ctx } = installation
    const [one, two] = [await buildKit(ctx, launched.id, launched.token, 'p'), await buildKit(ctx, launched.id, launched.token, 'p')]
    expect(one.bytes.equals(two.bytes)).toBe(true)
    const passwords = await Promise.all(
      [0, 1].map(
        async () => parseEnv((await unzip((await kitOf(launched)).rawPayload)).get('kit-close-co/.env') ?? '')['POSTGRES_PASSWORD'],
      ),
    )
    expect(passwords[0]).toMatch(/^[0-9a-f]{48}$/)
    expect(passwords[1]).not.toBe(passwords[0])
  })
})

testAtNight('the application starts with the kit’s name, region, currency and features, read once', async () => {
  for (const [name, content] of await unzip((await kitOf(launched)).rawPayload)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  const kit = join(folder, 'kit-close-co')
  const env = parseEnv(readFileSync(join(kit, '.env'), 'utf8')) as Record<string, string>
  const config = readConfig(env)
  expect(config).toMatchObject({
    publicUrl: 'https://kit.example.net',
    content: 'empty',
    trustProxy: true,
    siteConfig: '/config/site.json',
  })
  expect(new URL(config.databaseUrl ?? '').password).toBe(env['POSTGRES_PASSWORD'])

  // The start prints PUBLIC_URL, so this server is requested by IP address.
  const own = { ...env, DATABASE_URL: '', PUBLIC_URL: '', SITE_CONFIG: join(kit, 'site.json') }
  const server = await startServer(own)
  expect(await (await fetch(`${server.url}/api/site`)).json()).toMatchObject({
    ...SHOWN,
    language: 'en-IE',
    description: CHOSEN.description,
  })
  expect((await fetch(`${server.url}/api/forums`)).status).toBe(404)
  expect(((await (await fetch(`${server.url}/api/articles`)).json()) as unknown[]).length).toBe(0)
  await server.stop()
  // The file is read once: later changes or its removal have no effect.
  rmSync(join(kit, 'site.json'))
  const again = await startServer({ ...own, DATA_DIR: server.dataDir })
  expect(await (await fetch(`${again.url}/api/site`)).json()).toMatchObject(SHOWN)
  await again.stop()
  removeData(server.dataDir)
})

test('an invalid site.json stops the start with the setting’s name and the reason', async () => {
  const file = join(folder, 'wrong.json')
  const { engine } = installation
  const name = `${installation.main.id}_w`
  const start = () => openFilledSite(engine, name, { content: 'empty', dataDir: folder, siteConfig: file })
  await expect(start()).rejects.toThrow(/SITE_CONFIG must be the path of a site\.json.*cannot be read \(ENOENT\)/)
  writeFileSync(file, 'name: x')
  await expect(start()).rejects.toThrow(/SITE_CONFIG .*it is not JSON/)
  writeFileSync(file, JSON.stringify({ siteName: '', defaultCurrency: 'btc' }))
  await expect(start()).rejects.toThrow(/SITE_CONFIG .*siteName: Please provide a name.*defaultCurrency: /)
  await engine.drop(name)
})

describe('the folder deploy/', () => {
  test('.env.example documents every setting, and its values are valid', () => {
    const explained = [...text('.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name)
    const ofCompose = ['POSTGRES_PASSWORD', 'SOURCE']
    expect(explained.toSorted()).toEqual([...SETTING_NAMES, ...ofCompose].toSorted())
    expect(readConfig(parseEnv(text('.env.example')))).toMatchObject({ content: 'starter', trustProxy: true, siteConfig: undefined })
  })

  test('the kit contains every file of the folder', () => {
    const own = new Set(['.env', 'site.json'])
    const found = globSync(['*', '.*'], { cwd: deploy }).filter((name) => !own.has(name) && statSync(join(deploy, name)).isFile())
    expect(found.toSorted()).toEqual([...KIT_FILES].toSorted())
  })

  test('Dockerfile and compose.yaml reference existing files, scripts and settings', () => {
    const scripts = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }).scripts
    const docker = text('Dockerfile')
    for (const [, name = ''] of docker.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([name])
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(docker)?.[1] ?? '[]') as string[]
    expect(command.join(' ')).toBe(scripts['start'])
    const copied = /^COPY (package\S+) (package\S+) /m.exec(docker)?.slice(1) ?? []
    expect(copied.filter((name) => statSync(join(root, name)).isFile())).toHaveLength(2)
    const compose = parse(text('compose.yaml')) as {
      services: Record<string, { build?: { dockerfile: string }; image: string; volumes: string[]; environment: Record<string, string> }>
      volumes: Record<string, null>
    }
    const { app, database } = compose.services
    expect(app?.build?.dockerfile).toBe('deploy/Dockerfile')
    expect(database?.image).toBe('postgres:17')
    for (const name of Object.keys(app?.environment ?? {})) expect(SETTING_NAMES).toContain(name)
    const volumes = [app, database].flatMap((service) => service?.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')
    expect(volumes.filter((name) => name !== '.').toSorted()).toEqual(Object.keys(compose.volumes).toSorted())
    expect(text('Dockerfile.dockerignore')).toContain('**/.env')
  })

  test('the image’s health check passes with PUBLIC_URL set, and fails without a server', async () => {
    const script = (JSON.parse(/^ {2}CMD (\[.*\])$/m.exec(text('Dockerfile'))?.[1] ?? '[]') as string[])[2] ?? ''
    await installation.built.app.listen({ port: 0, host: '127.0.0.1' })
    const port = String(installation.port)
    const run = (PORT: string) => promisify(execFile)(process.execPath, ['-e', script], { env: { ...process.env, PORT } })
    await expect(run(port)).resolves.toBeDefined()
    await expect(run('9')).rejects.toMatchObject({ code: 1 })
    expect((await ask('/healthz', '127.0.0.1')).statusCode).toBe(200)
    expect((await ask('/api/site', '127.0.0.1')).statusCode).toBe(404)
  })
})
