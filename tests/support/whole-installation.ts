/** Creates whole installations for tests of the operator's commands. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createBackupSource } from '#app/commands/installation-commands.ts'
import { MAIN_SITE, openEngine, openFilledSite } from '#app/sites/open-main-site.ts'
import { getFilesFolder } from '#app/sites/open-site-files.ts'
import { Sites } from '#app/sites/sites.ts'
import type { EngineName } from '#db/engine.ts'
import { resetIds } from '#db/open-site.ts'
import { AWKWARD_TEXT, fillEveryTable } from './archive-fixture.ts'
import type { SiteChecksums } from '#features/backups/backup.format.ts'
import { readInstallation, computeSiteChecksums } from '#features/backups/site-source.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { putFile, siteFilesOf } from './site-files.ts'

const root = join(import.meta.dirname, '../..')

/** Location of an installation, which may not exist yet. */
export interface Place {
  dataDir: string
  databaseUrl: string | undefined
  remove(): Promise<void>
}

/** Creates an empty location. @param server URL of the PostgreSQL server on which its database is created */
export async function makePlace(engine: EngineName, server: string | undefined): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'installation-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (engine === 'sqlite') return { dataDir, databaseUrl: undefined, remove: async () => removeFolder() }
  if (server === undefined) throw new Error('There is no server.')
  const database = `installation_${crypto.randomUUID().replaceAll('-', '')}`
  const execute = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await execute(`create database ${database}`)
  return {
    dataDir,
    databaseUrl: Object.assign(new URL(server), { pathname: `/${database}` }).href,
    async remove() {
      await execute(`drop database ${database} with (force)`)
      removeFolder()
    },
  }
}

/**
 * Fills an installation with a main site, which has rows in every table, and with a live and a suspended tenant site.
 * @param options.megabytes number of megabytes of files in the live tenant site
 */
export async function fillInstallation(place: Place, { megabytes = 1 } = {}): Promise<void> {
  const engine = await openEngine(place)
  const main = await openFilledSite(engine, MAIN_SITE, { content: 'demo', dataDir: place.dataDir })
  await fillEveryTable({ db: main.db, site: main })
  const timestamp = '2026-10-11T12:13:14.156Z'
  const { id: user_id } = await makeUser(main)
  const session = {
    user_id,
    token_hash: 'a session',
    browser: AWKWARD_TEXT,
    created_at: timestamp,
    last_seen_at: timestamp,
    expires_at: '2099-01-01T00:00:00.000Z',
  }
  await main.db.insertInto('sessions').values(session).execute()
  const mail = {
    to_address: 'a@example.org',
    subject: AWKWARD_TEXT,
    created_at: timestamp,
    sent_at: null,
    last_error: null,
    body: AWKWARD_TEXT,
  }
  await main.db
    .insertInto('mails')
    .values({ ...mail, reply_to: null, unsubscribe_url: null })
    .execute()
  // The topic with the highest id is deleted; a restore must not reuse its id.
  await main.db
    .insertInto('topics')
    .values({ id: 5000, title: 'Gone', user_id, created_at: timestamp, active_at: timestamp, content: '', search_text: '' })
    .execute()
  await resetIds(main.db, engine.name, MAIN_SITE, ['topics'])
  await main.db.deleteFrom('topics').where('id', '=', 5000).execute()
  await putFile(main.files, 'uploads/0123456789abcdef01234567-10x10/empty.webp', '')
  const sites = new Sites({ engine, main, publicUrl: undefined, dataDir: place.dataDir })
  for (const [slug, state] of [
    ['harbour', 'live'],
    ['weaver', 'suspended'],
  ] as const) {
    const row = { slug, public_id: slug, name: slug, state, config: '{}', key_hash: slug, created_at: timestamp, claim_until: timestamp }
    const { id } = await main.db
      .insertInto('launches')
      .values({ ...row, domain_name: null, user_id: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sites.createSite({
      id,
      content: 'starter',
      settings: { name: slug, claimUntil: '2099-01-01T00:00:00.000Z', features: main.settings.features },
      claimHash: slug,
    })
    await sites.withSiteDatabase(id, async (db) => {
      const files = siteFilesOf(engine, db, getFilesFolder(place.dataDir, `copy_${id}`), `copy_${id}`)
      for (let n = 0; n < (slug === 'harbour' ? megabytes : 1); n += 1)
        await putFile(files, `uploads/${String(n).padStart(24, '0')}-400x300/400.webp`, randomBytes(1_000_000 + n))
    })
  }
  await sites.closeAll()
  await main.db.destroy()
  await engine.close()
}

/** Computes row counts and checksums of each site. */
export async function sumInstallation(place: Place): Promise<Record<string, SiteChecksums>> {
  const saving = createBackupSource(place)
  const reader = await saving.openReader()
  const source = await readInstallation(reader, saving, (site) => saving.filesFolderOf(site))
  const sums: Record<string, SiteChecksums> = {}
  for (const name of source.names) {
    const site = await source.open(name)
    sums[name] = await computeSiteChecksums(site)
    await site.close()
  }
  await source.close()
  await reader.close()
  return sums
}

export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

/**
 * Runs an operator command as a child process.
 * @param killWhen called with the output every 2 ms; when it returns true, the process is killed (SIGKILL)
 */
export function runCommand(
  script: 'backup' | 'restore' | 'move-database',
  words: readonly string[],
  place: Place,
  killWhen?: (stdout: string) => boolean,
): Promise<CommandResult> {
  const env = { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' }
  const child = spawn(process.execPath, [join(root, `src/app/commands/${script}.ts`), ...words], {
    cwd: tmpdir(),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const watch = killWhen && setInterval(() => killWhen(stdout) && child.kill('SIGKILL'), 2)
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearInterval(watch)
      resolve({ code, stdout, stderr })
    }),
  )
}
