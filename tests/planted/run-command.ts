/** Runs a command with a timeout and kills its whole process group. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

export interface CommandResult {
  code: number
  output: string
  isTimedOut: boolean
}

/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 20_000
const running = new Set<number>()

/** @param command a binary of node_modules, such as `vitest`, or `node` */
export function runCommand(folder: string, command: string, args: readonly string[], timeoutMs: number): Promise<CommandResult> {
  const file = command === 'node' ? process.execPath : join(folder, 'node_modules/.bin', command)
  const { NIGHTLY: _nightly, ...env } = process.env
  // A separate process group, so that the command's workers and servers are killed with it.
  const child = spawn(file, args, { cwd: folder, detached: true, env: { ...env, FORCE_COLOR: '0' }, stdio: ['ignore', 'pipe', 'pipe'] })
  const { pid = 0 } = child
  if (pid > 0) running.add(pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    endGroup(pid, 'SIGTERM')
    setTimeout(() => endGroup(pid, 'SIGKILL'), GRACE_MS).unref()
  }, timeoutMs)
  return new Promise((resolve) => {
    const done = (code: number) => {
      clearTimeout(timer)
      running.delete(pid)
      resolve({ code, output, isTimedOut })
    }
    child.once('error', ({ message }) => {
      output += message
      done(1)
    })
    child.once('close', (code) => done(code ?? 1))
  })
}

/** Stops all commands when the run is interrupted. */
export function stopCommands(): void {
  for (const pid of running) endGroup(pid, 'SIGTERM')
}

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    if (pid > 0) process.kill(-pid, signal)
  } catch {
    // The process group has already exited.
  }
}
