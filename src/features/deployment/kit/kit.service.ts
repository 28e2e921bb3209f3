/** What runs a launched site on a server of one's own, as a ZIP: the files of `deploy/`, its settings, its description and the source code. */
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { hashToken } from '#features/accounts/sessions/session.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import { cleanName } from '#wording/plain-name.ts'
import { DeploymentConfig } from '#features/deployment/deployment.contract.ts'
import * as queries from '#features/deployment/deployment.queries.ts'

/** By name: the folder may also hold an operator's own `.env`, which is nobody else's. */
export const KIT_FILES = [
  '.env.example',
  'Caddyfile',
  'Dockerfile',
  'Dockerfile.dockerignore',
  'README.md',
  'compose.yaml',
  'make-base-images.sh',
] as const
const ROOT = join(import.meta.dirname, '../../../..')
/** What the image is built from: nobody has to find the source code first. By name as well; tests are not needed there. */
export const SOURCE_FILES = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'docs/operations.md',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
] as const
export const SOURCE_FOLDERS = ['content', 'public', 'src'] as const
const NOT_NEEDED = /\.test\.tsx?$/
/** Where compose.yaml shows the kit's folder to the application. */
const SITE_FILE = '/config/site.json'
/** For everybody to read, as the application in its container is another user. */
const READABLE = 0o100644
const SECRET = 0o100600

export interface Kit {
  filename: string
  bytes: Buffer
}

/** The kit as a file to be saved. */
export async function downloadKit(ctx: Context, publicId: string, token: string | undefined): Promise<Buffer> {
  const { filename, bytes } = await buildKit(ctx, publicId, token)
  ctx.headers?.set('content-disposition', `attachment; filename="${filename}"`)
  ctx.headers?.set('cache-control', 'no-store')
  return bytes
}

/** Only for whoever holds the launch's token. The same launch gives the same bytes, but for the database's password. */
export async function buildKit(ctx: Context, publicId: string, token: string | undefined, password = newPassword()): Promise<Kit> {
  const launched = ctx.installation && token ? await queries.findLaunchByPublicId(ctx, publicId) : undefined
  if (!launched || !token || !(await queries.isLaunchKey(ctx, launched.id, hashToken(token)))) throw notFound('deployment')
  const found = await queries.findLaunchConfig(ctx, launched.id)
  if (!found) throw notFound('deployment')
  // A launch from before names were restricted may have a name that is refused today.
  const stored = JSON.parse(found.config) as { siteName: string }
  const config = DeploymentConfig.parse({ ...stored, siteName: cleanName(stored.siteName, 'My site') })
  const files = await Promise.all(KIT_FILES.map(async (name) => [name, await readFile(join(ROOT, 'deploy', name), 'utf8')] as const))
  const template = files.find(([name]) => name === '.env.example')?.[1] ?? ''
  const zip = new ZipFile()
  const add = (name: string, content: string | Buffer, mode = READABLE) =>
    zip.addBuffer(Buffer.from(content), `${found.slug}/${name}`, { mtime: new Date(found.createdAt), mode })
  for (const [name, text] of files) add(name, text)
  add('.env', fill(template, settingsOf(config, password)), SECRET)
  add('site.json', `${JSON.stringify(config, null, 2)}\n`)
  for (const [name, text] of files) add(`source/deploy/${name}`, text)
  for (const name of await listSource()) add(`source/${name}`, await readFile(join(ROOT, name)))
  zip.end()
  return { filename: `${found.slug}-server.zip`, bytes: await buffer(zip.outputStream) }
}

/** Paths below the project's folder, always in the same order. */
async function listSource(): Promise<string[]> {
  const found = await Promise.all(
    SOURCE_FOLDERS.map(async (folder) => {
      const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
    }),
  )
  const paths = found.flat().map((path) => path.replaceAll('\\', '/'))
  return [...SOURCE_FILES, ...paths.filter((path) => !NOT_NEEDED.test(path))].toSorted()
}

/** In hexadecimal, so that it needs no escaping in an address. */
const newPassword = () => randomBytes(24).toString('hex')

/** Without a domain name the address stays empty: the site then answers on every host, until its operator states one. */
const settingsOf = ({ domainName, content }: DeploymentConfig, password: string): Record<string, string> => ({
  PUBLIC_URL: domainName ? `https://${domainName}` : '',
  POSTGRES_PASSWORD: password,
  DATABASE_URL: `postgres://netzero:${password}@database:5432/netzero`,
  CONTENT: content,
  SITE_CONFIG: SITE_FILE,
  SOURCE: './source',
})

/** Sets the lines of those names, also where they are commented out. */
function fill(template: string, values: Record<string, string>): string {
  let text = template
  for (const [name, value] of Object.entries(values)) text = text.replace(new RegExp(`^(# )?${name}=.*$`, 'm'), () => `${name}=${value}`)
  return text
}
