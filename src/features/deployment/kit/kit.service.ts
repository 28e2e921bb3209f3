/** Builds the kit for self-hosting a tenant site: a ZIP file with the files from `deploy/`, settings, configuration and source code. */
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

/** Files from `deploy/` that the kit contains. This is an allowlist, because the folder may also contain the operator's `.env`. */
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
/** Files of the source code that the kit contains, in addition to the folders below; also an allowlist. */
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
/** Path of the configuration in the container, where compose.yaml mounts the folder of the kit at /config. */
const SITE_FILE = '/config/site.json'
/** File mode that lets every user read, because the application runs as another user in its container. */
const READABLE_MODE = 0o100644
const SECRET_MODE = 0o100600

export interface Kit {
  filename: string
  bytes: Buffer
}

/** Returns the kit as a download, which is not cached. @throws AppError 404 without a valid token */
export async function downloadKit(ctx: Context, publicId: string, token: string | undefined): Promise<Buffer> {
  const { filename, bytes } = await buildKit(ctx, publicId, token)
  ctx.headers?.set('content-disposition', `attachment; filename="${filename}"`)
  ctx.headers?.set('cache-control', 'no-store')
  return bytes
}

/** Builds the kit, which is the same each time except for the database password. @throws AppError 404 without a valid token */
export async function buildKit(ctx: Context, publicId: string, token: string | undefined, password = createPassword()): Promise<Kit> {
  const launched = ctx.installation && token ? await queries.findLaunchByPublicId(ctx, publicId) : undefined
  if (!launched || !token || !(await queries.isLaunchKey(ctx, launched.id, hashToken(token)))) throw notFound('deployment')
  const storedLaunch = await queries.findLaunchConfig(ctx, launched.id)
  if (!storedLaunch) throw notFound('deployment')
  // Launches from earlier versions may have names that are no longer valid.
  const storedConfig = JSON.parse(storedLaunch.config) as { siteName: string }
  const config = DeploymentConfig.parse({ ...storedConfig, siteName: cleanName(storedConfig.siteName, 'My site') })
  const files = await Promise.all(KIT_FILES.map(async (name) => [name, await readFile(join(ROOT, 'deploy', name), 'utf8')] as const))
  const template = files.find(([name]) => name === '.env.example')?.[1] ?? ''
  const zip = new ZipFile()
  const addFile = (name: string, content: string | Buffer, mode = READABLE_MODE) =>
    zip.addBuffer(Buffer.from(content), `${storedLaunch.slug}/${name}`, { mtime: new Date(storedLaunch.createdAt), mode })
  for (const [name, text] of files) addFile(name, text)
  addFile('.env', fillTemplate(template, getEnvSettings(config, password)), SECRET_MODE)
  addFile('site.json', `${JSON.stringify(config, null, 2)}\n`)
  for (const [name, text] of files) addFile(`source/deploy/${name}`, text)
  for (const name of await listSourcePaths()) addFile(`source/${name}`, await readFile(join(ROOT, name)))
  zip.end()
  return { filename: `${storedLaunch.slug}-server.zip`, bytes: await buffer(zip.outputStream) }
}

/** @returns paths relative to the root of the project, sorted */
async function listSourcePaths(): Promise<string[]> {
  const pathsByFolder = await Promise.all(
    SOURCE_FOLDERS.map(async (folder) => {
      const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
    }),
  )
  const paths = pathsByFolder.flat().map((path) => path.replaceAll('\\', '/'))
  return [...SOURCE_FILES, ...paths.filter((path) => !TEST_FILE.test(path))].toSorted()
}

/** Creates a password in hexadecimal, which needs no escaping in a URL. */
const createPassword = () => randomBytes(24).toString('hex')

/** Returns the settings for `.env`. Without a domain PUBLIC_URL is empty, and the site is served on every host until it is set. */
const getEnvSettings = ({ domainName, content }: DeploymentConfig, password: string): Record<string, string> => ({
  PUBLIC_URL: domainName ? `https://${domainName}` : '',
  POSTGRES_PASSWORD: password,
  DATABASE_URL: `postgres://netzero:${password}@database:5432/netzero`,
  CONTENT: content,
  SITE_CONFIG: SITE_FILE,
  SOURCE: './source',
})

/** Sets variables in a template for `.env`, including those that are commented out. */
function fillTemplate(template: string, values: Record<string, string>): string {
  let text = template
  for (const [name, value] of Object.entries(values)) text = text.replace(new RegExp(`^(# )?${name}=.*$`, 'm'), () => `${name}=${value}`)
  return text
}
