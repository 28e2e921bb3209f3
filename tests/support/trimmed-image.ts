/**
 * Simulates the Docker image in a folder, which contains the kit's source files, the built server and pages, and Node.js without npm. A
 * fake
 * `docker` command runs documented commands for the service `app` in that folder; it only records commands for Docker itself or the
 * database.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SOURCE_FILES, SOURCE_FOLDERS } from '#features/deployment/kit/kit.service.ts'

const root = join(import.meta.dirname, '../..')
/** System programs of the image, from Debian's essential packages. */
const PROGRAMS = ['sh', 'cat', 'rm', 'chmod', 'tar', 'mkdir', 'cp', 'grep', 'sed', 'env']

export interface TrimmedImage {
  /** Path of the folder that is used as `/app` of the container. */
  app: string
  /** Path of the folder that is used as `/data` of the container. */
  data: string
  /** The folder with compose.yaml, used as `/config` of the container. */
  config: string
  /** Runs shell commands in `config`. @returns their output @throws Error if a command fails */
  run(lines: string, env?: Record<string, string>): string
  /** Lists the Docker commands that were only recorded. */
  notRun(): string[]
  remove(): void
}

/** @param removed packages that are not in the image */
export function makeTrimmedImage(removed: readonly string[]): TrimmedImage {
  const folder = mkdtempSync(join(tmpdir(), 'trimmed-image-'))
  const [app, data, config, bin] = ['app', 'data', 'config', 'bin'].map((name) => join(folder, name)) as [string, string, string, string]
  for (const path of [app, data, config, bin]) mkdirSync(path)
  for (const name of [...SOURCE_FILES, ...SOURCE_FOLDERS]) {
    mkdirSync(dirname(join(app, name)), { recursive: true })
    cpSync(join(root, name), join(app, name), { recursive: true, filter: (path) => !/\.test\.tsx?$/.test(path) })
  }
  cpSync(join(root, 'dist'), join(app, 'dist'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(app, 'node_modules'))
  for (const name of PROGRAMS) symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(bin, name))
  symlinkSync(process.execPath, join(bin, 'node'))
  const record = join(folder, 'not-run')
  writeFileSync(record, '')
  writeFileSync(join(bin, 'docker'), createDockerShim({ app, data, config, record }))
  chmodSync(join(bin, 'docker'), 0o755)
  return {
    app,
    data,
    config,
    run: (lines, env = {}) =>
      execFileSync('sh', ['-eu', '-c', lines], {
        cwd: config,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: bin,
          NODE_ENV: 'production',
          DATA_DIR: data,
          LOG_LEVEL: 'warn',
          NODE_OPTIONS: `--import=${join(root, 'tests/support/refuse-packages.ts')}`,
          REFUSED_PACKAGES: removed.join(' '),
          ...env,
        },
      }),
    notRun: () => readFileSync(record, 'utf8').split('\n').filter(Boolean),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Returns the source of the fake `docker` command. `docker compose exec|run … app COMMAND` runs COMMAND with the container's paths
 * replaced;
 * `docker compose cp` copies files.
 */
const createDockerShim = ({ app, data, config, record }: Record<'app' | 'data' | 'config' | 'record', string>) => `#!/usr/bin/env node
const { spawnSync } = require('node:child_process')
const { appendFileSync, cpSync } = require('node:fs')
const { basename, join } = require('node:path')
const words = process.argv.slice(2)
const toHostPath = (word) => word.replaceAll(/(^|[\\s'"])\\/data\\b/g, '$1${data}').replaceAll(/(^|[\\s'"])\\/config\\b/g, '$1${config}')
const [, verb] = words
const rest = words.slice(2).filter((word, at, all) => all.slice(0, at).includes('app') || !word.startsWith('-'))
if ((verb === 'exec' || verb === 'run') && rest[0] === 'app') {
  const [program, ...args] = rest.slice(1).map(toHostPath)
  const { status, error } = spawnSync(program, args, { cwd: '${app}', stdio: 'inherit' })
  if (error) console.error(error.message)
  process.exit(status ?? 127)
} else if (verb === 'cp') {
  const [from, to] = rest.map((word) => toHostPath(word.replace(/^app:/, '')))
  cpSync(from, to.endsWith('/') ? join(to, basename(from)) : to)
} else appendFileSync('${record}', words.join(' ') + '\\n')
`
