/** Tests the content of the self-hosting kit and who may download it; tests/server/sites/kit.test.ts runs the application from it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'
import { buildKit, downloadKit, KIT_FILES, SOURCE_FILES } from './kit.service.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const NOT_FOUND = { status: 404, code: 'deployment.not_found', message: 'No such deployment.' }
let installation: TestInstallation
let launched: { id: string; token: string }
let launchedWithoutDomain: { id: string; token: string }
/** The kit for the site with a domain. Each kit is built only once, because packing the source is slow. */
let builtKit: { filename: string; files: Awaited<ReturnType<typeof unzip>> }
let downloadedKit: { headers: object; files: Awaited<ReturnType<typeof unzip>> }
beforeAll(async () => {
  installation = await openTestInstallation()
  await installation.start({ publicUrl: 'https://example.org' })
  const launch = async (input: object) => (await installation.launch({ content: 'empty', ...input }, { host: 'example.org' })).body
  launched = await launch({ siteName: 'Kit Close', domainName: 'kit.example.net' })
  launchedWithoutDomain = await launch({ siteName: 'Plain Place', content: 'starter' })
  const { filename, bytes } = await buildKit(installation.ctx, launched.id, launched.token, 'secret')
  builtKit = { filename, files: await unzip(bytes) }
  const headers: Record<string, string> = {}
  const ctx = { ...installation.ctx, headers: { set: (name: string, value: string) => void (headers[name] = value) } }
  downloadedKit = { headers, files: await unzip(await downloadKit(ctx, launchedWithoutDomain.id, launchedWithoutDomain.token)) }
})
afterAll(() => installation.close())

async function unzip(bytes: Buffer): Promise<Map<string, { text: string; mode: number; time: string }>> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
  )
  const files = new Map<string, { text: string; mode: number; time: string }>()
  const readEntry = (entry: Entry) =>
    new Promise<string>((resolve, reject) =>
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error)
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => resolve(Buffer.concat(parts).toString()))
      }),
    )
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      const mode = entry.externalFileAttributes >>> 16
      void readEntry(entry).then((text) => {
        files.set(entry.fileName, { text, mode, time: entry.getLastModDate().toISOString().slice(0, 10) })
        zip.readEntry()
      }, reject)
    })
    zip.on('end', resolve)
    zip.readEntry()
  })
  return files
}

describe('the kit', () => {
  test('contains the deployment files, its settings with restricted permissions, and the source without tests', async () => {
    expect(builtKit.filename).toBe('kit-close-server.zip')
    const files = builtKit.files
    const names = [...files.keys()]
    const beginning = [...KIT_FILES, '.env', 'site.json', ...KIT_FILES.map((name) => `source/deploy/${name}`)]
    expect(names.slice(0, beginning.length)).toEqual(beginning.map((name) => `kit-close/${name}`))
    const source = names.slice(beginning.length).map((name) => name.replace('kit-close/source/', ''))
    expect(source).toEqual(source.toSorted())
    expect(source).toEqual(expect.arrayContaining([...SOURCE_FILES, 'src/app/main.ts']))
    for (const folder of ['content/', 'public/', 'src/']) expect(source.some((name) => name.startsWith(folder))).toBe(true)
    expect(source.filter((name) => /\.test\.tsx?$|^(?!content\/|public\/|src\/|docs\/operations\.md$)[^/]*\//.test(name))).toEqual([])
    for (const name of ['Dockerfile', '.env.example']) {
      const text = readFileSync(join(ROOT, 'deploy', name), 'utf8')
      for (const path of [`kit-close/${name}`, `kit-close/source/deploy/${name}`]) expect(files.get(path)?.text, path).toBe(text)
    }
    expect(files.get('kit-close/source/src/features/deployment/kit/kit.service.ts')?.text).toBe(
      readFileSync(join(import.meta.dirname, 'kit.service.ts'), 'utf8'),
    )
    for (const [name, { mode }] of files) expect(mode, name).toBe(name === 'kit-close/.env' ? 0o100600 : 0o100644)
    const { created_at: createdAt, config } = await installation.main.db
      .selectFrom('launches')
      .select(['created_at', 'config'])
      .where('public_id', '=', launched.id)
      .executeTakeFirstOrThrow()
    expect(new Set([...files.values()].map(({ time }) => time))).toEqual(new Set([createdAt.slice(0, 10)]))
    expect(files.get('kit-close/site.json')?.text).toBe(`${JSON.stringify(JSON.parse(config), null, 2)}\n`)
  })

  test.each([
    ['with a domain', 'kit-close', 'https://kit.example.net', 'empty'],
    ['without a domain', 'plain-place', '', 'starter'],
  ])('sets the variables of compose.yaml for a site %s', (_which, slug, url, content) => {
    const env = (slug === 'kit-close' ? builtKit : downloadedKit).files.get(`${slug}/.env`)?.text ?? ''
    const password = slug === 'kit-close' ? 'secret' : parseEnv(env)['POSTGRES_PASSWORD']
    expect(parseEnv(env)).toMatchObject({
      PUBLIC_URL: url,
      POSTGRES_PASSWORD: password,
      DATABASE_URL: `postgres://netzero:${password}@database:5432/netzero`,
      CONTENT: content,
      SITE_CONFIG: '/config/site.json',
      SOURCE: './source',
    })
    // All other lines of the template are unchanged.
    const template = readFileSync(join(ROOT, 'deploy/.env.example'), 'utf8').split('\n')
    const changed = env.split('\n').flatMap((line, index) => (line === template[index] ? [] : [line.split('=')[0]]))
    expect(env.split('\n')).toHaveLength(template.length)
    const kitVariables = ['PUBLIC_URL', 'POSTGRES_PASSWORD', 'DATABASE_URL', 'CONTENT', 'SITE_CONFIG', 'SOURCE']
    expect(kitVariables).toEqual(expect.arrayContaining(changed))
  })

  test('is downloaded without caching and contains a random password', () => {
    expect(downloadedKit.headers).toEqual({
      'content-disposition': 'attachment; filename="plain-place-server.zip"',
      'cache-control': 'no-store',
    })
    expect(parseEnv(downloadedKit.files.get('plain-place/.env')?.text ?? '')['POSTGRES_PASSWORD']).toMatch(/^[0-9a-f]{48}$/)
  })

  test('requires the token of the launch', async () => {
    const { id, token } = launched
    for (const wrong of [undefined, '', 'x', launchedWithoutDomain.token])
      await expect(buildKit(installation.ctx, id, wrong)).rejects.toMatchObject(NOT_FOUND)
    await expect(buildKit(installation.ctx, 'x', token)).rejects.toMatchObject(NOT_FOUND)
    const { installation: _none, ...elsewhere } = installation.ctx
    await expect(buildKit(elsewhere, id, token)).rejects.toMatchObject(NOT_FOUND)
  })
})
