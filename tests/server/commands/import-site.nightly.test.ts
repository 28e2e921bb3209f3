/** `npm run site:import` as an operator runs it: as a separate process, on both engines. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openSite } from '#db/open-site.ts'
import { fillEveryTable, packArchive, rowsByTable, UPLOADED_FILE } from '#tests/support/archive-fixture.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Site } from '#platform/contract/context.ts'
import { readBytes } from '#tests/support/site-files.ts'
import { MAIN_SITE, openEngine, openFilledSite } from '#app/sites/open-main-site.ts'
import { Sites } from '#app/sites/sites.ts'

const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'import-'))
const server = inject('databaseUrl' as never) as string | undefined
const database = `import_${crypto.randomUUID().slice(0, 8)}`
/** A separate installation, because there is only one main site per database. */
const config = {
  dataDir: join(folder, 'here'),
  databaseUrl: server === undefined ? undefined : server.replace(/[^/]*$/, database),
}
const [withPasswords, bare] = [join(folder, 'with.zip'), join(folder, 'bare.zip')]
let expected: Awaited<ReturnType<typeof rowsByTable>>
let picture: Buffer

beforeAll(async () => {
  if (server) await onServer(`create database ${database}`)
  const engine = await openEngine({ dataDir: join(folder, 'elsewhere'), databaseUrl: undefined })
  const site = await openFilledSite(engine, MAIN_SITE, { content: 'starter', dataDir: join(folder, 'elsewhere') })
  picture = await fillEveryTable({ db: site.db, site })
  await packArchive({ db: site.db, site }, true, withPasswords)
  await packArchive({ db: site.db, site }, false, bare)
  expected = await rowsByTable(site.db)
  await site.db.destroy()
  await engine.close()
})
afterAll(async () => {
  if (server) await onServer(`drop database ${database} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const run = (
  words: readonly string[],
  { dataDir, databaseUrl }: typeof config,
): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', PORT: '3000' }
    execFile(process.execPath, [join(root, 'src/app/commands/import-site.ts'), ...words], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
const importSite = (...words: string[]) => run(words, config)

/** Opens the installation while no import runs. */
async function look<T>(work: (main: Site, sites: Sites) => Promise<T>): Promise<T> {
  const engine = await openEngine(config)
  const main = await openFilledSite(engine, MAIN_SITE, { content: 'empty', dataDir: config.dataDir })
  const sites = new Sites({ engine, main, publicUrl: undefined, dataDir: config.dataDir })
  try {
    return await work(main, sites)
  } finally {
    await sites.closeAll()
    await main.db.destroy()
    await engine.close()
  }
}

/** Creates a launched site with one user. */
const launch = (slug: string, state: 'live' | 'retired' = 'live') =>
  look(async (main, sites) => {
    const now = new Date().toISOString()
    const row = {
      slug,
      public_id: slug,
      name: slug,
      state,
      config: '{}',
      key_hash: slug,
      domain_name: null,
      user_id: null,
      created_at: now,
      claim_until: now,
    }
    const { id } = await main.db.insertInto('launches').values(row).returning('id').executeTakeFirstOrThrow()
    await sites.createSite({
      id,
      content: 'empty',
      settings: { name: slug, claimUntil: now, features: main.settings.features },
      claimHash: 'first',
    })
    await sites.withSiteDatabase(id, (db) => makeUser({ db }, { username: 'was_here' }))
    return id
  })

test('invalid arguments are reported, and nothing is created', async () => {
  writeFileSync(join(folder, 'letter.zip'), 'Dear Rosie')
  for (const [words, reason] of [
    [[], /^Import failed: Usage: npm run site:import -- ARCHIVE \[--site SLUG\] \[--replace\]\n$/],
    [['a.zip', 'b.zip'], /^Import failed: Usage/],
    [['a.zip', '--overwrite'], /--overwrite[\s\S]*Usage/],
    [['nowhere.zip'], /^Import failed: There is no file nowhere\.zip\.\n$/],
    [['letter.zip'], /^Import failed: letter\.zip is not a ZIP file, or it is incomplete\.\n$/],
    [[bare, '--site', 'harbour'], /no main site, so it has no copies/],
  ] as const)
    expect(await importSite(...words)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(reason) })
  expect(existsSync(join(config.dataDir, 'sites/main.sqlite'))).toBe(false)
  expect(existsSync(join(config.dataDir, 'files'))).toBe(false)
})

test('an import fills an empty installation, and replaces an existing site only with --replace', async () => {
  const first = await importSite(bare)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toMatch(
    /^Net Zero imported: \d+ rows, as of \d{4}-.*Z\.\nThe archive contains no passwords.*\nNo administrator can sign in.*ADMIN_USERNAME/,
  )
  const again = await importSite(withPasswords)
  expect(again).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Import failed: There already is a site\. .*--replace/),
  })
  const replaced = await importSite(withPasswords, '--replace')
  expect(replaced).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Net Zero imported: \d+ rows, as of \S+\n$/) })
  // A later start adds no content.
  expect(await look(({ db }) => rowsByTable(db))).toEqual(expected)
  expect(await look(({ files }) => readBytes(files, UPLOADED_FILE))).toEqual(picture)
})

test('--site imports into a tenant site and changes nothing else', async () => {
  const [id, neighbour] = [await launch('harbour'), await launch('neighbour')]
  await launch('late', 'retired')
  const before = await look(async ({ db }, sites) => [await rowsByTable(db), await sites.withSiteDatabase(neighbour, rowsByTable)])
  for (const slug of ['nobody', 'late'])
    expect((await importSite(bare, '--site', slug)).stderr).toBe(
      `Import failed: There is no copy ${slug}. Launch it first, then import the archive into it.\n`,
    )
  expect((await importSite(bare, '--site', 'harbour')).stderr).toMatch(/^Import failed: There already is a site/)

  const done = await importSite(withPasswords, '--site', 'harbour', '--replace')
  expect(done).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Net Zero imported: .*\n$/) })
  await look(async ({ db }, sites) => {
    expect(await sites.withSiteDatabase(id, rowsByTable)).toEqual(expected)
    expect([await rowsByTable(db), await sites.withSiteDatabase(neighbour, rowsByTable)]).toEqual(before)
    expect(await sites.withSiteDatabase(id, (copy) => copy.selectFrom('one_time_tokens').selectAll().execute())).toEqual([])
    await sites.openSite({ id, slug: 'harbour', domainName: null })
    expect(await readBytes(sites.list()[1]!.files, UPLOADED_FILE)).toEqual(picture)
  })
})

test('a site without a usable administrator account gets a claim link', async () => {
  const id = await launch('keyless')
  const { stdout } = await importSite(bare, '--site', 'keyless', '--replace')
  const link = /^http:\/\/keyless\.sustainable-tech\.localhost:3000\/claim#([\w-]{43})$/m.exec(stdout)
  expect(link, stdout).not.toBeNull()
  await look(async (_main, sites) => {
    const [tokens, until] = await sites.withSiteDatabase(id, async (db) => [
      await db.selectFrom('one_time_tokens').select('purpose').execute(),
      await db.selectFrom('settings').select('value').where('key', '=', 'claimUntil').executeTakeFirst(),
    ])
    expect(tokens).toEqual([{ purpose: 'claim' }])
    expect(until?.value).toMatch(/^"2\d{3}-.*Z"$/)
  })
})

test('an import is refused while a server uses the data folder', async () => {
  const busy = { dataDir: join(folder, 'busy'), databaseUrl: undefined }
  const engine = await openEngine(busy)
  const db = await openSite(engine, MAIN_SITE)
  expect((await run([bare, '--replace'], busy)).stderr).toMatch(/^Import failed: Another process is using the data folder/)
  await db.destroy()
  await engine.close()
})
