/** Lists the static checks, which `npm run check` and `npm test` run. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface Check {
  name: string
  command: string
  args: readonly string[]
}
export interface CheckResult {
  code: number
  output: string
  seconds: number
}

export const CHECKS: readonly Check[] = [
  // By default, tsc uses four checkers, which would parse the same types four times.
  { name: 'types', command: 'tsc', args: ['--checkers', '2'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware'] },
  { name: 'imports', command: 'depcruise', args: ['--config', 'dependency-cruiser.config.ts', 'src'] },
  { name: 'unused', command: 'knip', args: [] },
  { name: 'styles', command: 'stylelint', args: ['src/**/*.css'] },
  { name: 'licences', command: 'node', args: ['tests/licences.ts'] },
  { name: 'format', command: 'oxfmt', args: ['--check'] },
]

/** Runs a program of `node_modules/.bin` and collects its output. */
export function runCheck({ command, args }: Check): Promise<CheckResult> {
  const start = Date.now()
  const env = { ...process.env, FORCE_COLOR: '0' }
  const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  return new Promise((resolve) => {
    const finish = (code: number) => resolve({ code, output, seconds: (Date.now() - start) / 1000 })
    child.once('error', ({ message }) => {
      output += message
      finish(1)
    })
    child.once('close', (code) => finish(code ?? 1))
  })
}
