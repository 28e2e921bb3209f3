/** The kit for self-hosting a launched site, as a ZIP: the files of `deploy/`, its settings, its configuration and the source code. */
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

/** An allowlist, as the folder may also contain the operator's `.env`. */
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
/** Source code that the image is built from, also as an allowlist. */
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
const TEST_FILE = /\.test\.tsx?$/
/** Path in the container; compose.yaml mounts the kit's folder at /config. */
const SITE_FILE = '/config/site.json'
/** World-readable, as the application runs as another user in its container. */
const READABLE = 0o100644
const SECRET = 0o100600

export interface Kit {
  filename: string
  bytes: Buffer
}

/** Returns the kit as a download. @throws AppError 404 without a valid token */
export async function downloadKit(ctx: Context, publicId: string, token: string | undefined): Promise<Buffer> {
  const { filename, bytes } = await buildKit(ctx, publicId, token)
  ctx.headers?.set('content-disposition', `attachment; filename="${filename}"`)
  ctx.headers?.set('cache-control', 'no-store')
  return bytes
}

/** Builds the kit: deterministic except for the database password. @throws AppError 404 without the launch's token */
export async function buildKit(ctx: Context, publicId: string, token: string | undefined, password = newPassword()): Promise<Kit> {
  const launched = ctx.installation && token ? await queries.findLaunchByPublicId(ctx, publicId) : undefined
  if (!launched || !token || !(await queries.isLaunchKey(ctx, launched.id, hashToken(token)))) throw notFound('deployment')
  const found = await queries.findLaunchConfig(ctx, launched.id)
  if (!found) throw notFound('deployment')
  // Launches of earlier versions may have names that are invalid now.
  const stored = JSON.parse(found.config) as { siteName: string }
  const config = DeploymentConfig.parse({ ...stored, siteName: cleanName(stored.siteName, 'My site') })
  const files = await Promise.all(KIT_FILES.map(async (name) => [name, await readFile(join(ROOT, 'deploy', name), 'utf8')] as const))
  const template = files.find(([name]) => name === '.env.example')?.[1] ?? ''
  const zip = new ZipFile()
  const add = (name: string, content: string | Buffer, mode = READABLE) =>
    zip.addBuffer(Buffer.from(content), `${found.slug}/${name}`, { mtime: new Date(found.createdAt), mode })
  for (const [name, text] of files) add(name, text)
  add('.env', fillTemplate(template, settingsOf(config, password)), SECRET)
  add('site.json', `${JSON.stringify(config, null, 2)}\n`)
  for (const [name, text] of files) add(`source/deploy/${name}`, text)
  for (const name of await listSource()) add(`source/${name}`, await readFile(join(ROOT, name)))
  zip.end()
  return { filename: `${found.slug}-server.zip`, bytes: await buffer(zip.outputStream) }
}

/** @returns paths relative to the project's folder, sorted */
async function listSource(): Promise<string[]> {
  const found = await Promise.all(
    SOURCE_FOLDERS.map(async (folder) => {
      const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
    }),
  )
  const paths = found.flat().map((path) => path.replaceAll('\\', '/'))
  return [...SOURCE_FILES, ...paths.filter((path) => !TEST_FILE.test(path))].toSorted()
}

/** In hexadecimal, so that it needs no escaping in a URL. */
const newPassword = () => randomBytes(24).toString('hex')

/** Without a domain PUBLIC_URL stays empty: the site is served on every host until its operator sets it. */
const settingsOf = ({ domainName, content }: DeploymentConfig, password: string): Record<string, string> => ({
  PUBLIC_URL: domainName ? `https://${domainName}` : '',
  POSTGRES_PASSWORD: password,
  DATABASE_URL: `postgres://netzero:${password}@database:5432/netzero`,
  CONTENT: content,
  SITE_CONFIG: SITE_FILE,
  SOURCE: './source',
})

/** Sets variables in a .env template, including commented-out ones. */
function fillTemplate(template: string, values: Record<string, string>): string {
  let text = template
  for (const [name, value] of Object.entries(values)) text = text.replace(new RegExp(`^(# )?${name}=.*$`, 'm'), () => `${name}=${value}`)
  return text
}
