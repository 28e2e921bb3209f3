/** The end of the server: nobody who has asked is cut off, and nobody holds it up for ever. */
import type { Server } from 'node:http'

/** What a worker is told; a signal may reach all processes at once, a message only the one it is meant for. */
export const STOP_MESSAGE = 'stop'

export interface Lifecycle {
  /** Whoever distributes requests is told to send no more. */
  isStopping: boolean
}

export interface Shutdown {
  lifecycle: Lifecycle
  /** What is listening; its connections are let go one by one. */
  server: Server
  /** Ends everything else: what is under way is finished, then the databases are closed. */
  close(): Promise<void>
  /** How long connections that are open may be used once more. */
  graceMs?: number
  /** After this, requests that are still under way are cut off. */
  deadlineMs: number
}

/** A browser's connection is used again within this, or after it never. */
const GRACE_MS = 1000
/** Databases close in less, or something is wrong with them. */
const CLOSE_WITHIN_MS = 10_000

/** Ends the process in order on the first of these signals, and at once on a second. */
export function shutDownOnSignals(signals: NodeJS.Signals[], stopping: Shutdown): void {
  for (const signal of signals)
    process.on(signal, () => {
      if (stopping.lifecycle.isStopping) process.exit(1)
      endProcess(stopping)
    })
}

/** For a worker that is still starting: nobody is answered yet, and what is told now is not told again. */
export function exitOnMessage(told: unknown): void {
  if (told === STOP_MESSAGE) process.exit(0)
}

/**
 * For a worker: it ends in order when it is told to, however often. Ctrl-C reaches all processes of a terminal at once, and the one
 * that looks after the workers tells each of them; a supervisor may send SIGTERM to all of them beside.
 */
export function shutDownOnMessage(stopping: Shutdown): void {
  process.off('message', exitOnMessage)
  const endOnce = () => void (stopping.lifecycle.isStopping || endProcess(stopping))
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', endOnce)
  process.on('message', (told) => void (told === STOP_MESSAGE && endOnce()))
}

/** Finishes what is under way and ends the process. */
export function endProcess(stopping: Shutdown, exitCode = 0): void {
  void stop(stopping).then(
    () => process.exit(exitCode),
    (fault: unknown) => {
      console.error(fault)
      process.exit(1)
    },
  )
}

async function stop({ lifecycle, server, close, graceMs = GRACE_MS, deadlineMs }: Shutdown): Promise<void> {
  lifecycle.isStopping = true
  // To close a connection that waits for its next request cuts off one that is on its way. So each is told with its next answer.
  server.prependListener('request', (_request, response) => void (response.shouldKeepAlive = false))
  if ((await countConnections(server)) > 0) await new Promise((resolve) => setTimeout(resolve, graceMs))
  setTimeout(() => server.closeAllConnections(), deadlineMs).unref()
  setTimeout(() => process.exit(1), deadlineMs + CLOSE_WITHIN_MS).unref()
  await close()
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((fault, count) => resolve(fault ? 0 : count)))
