/** Shuts a process down gracefully: requests in progress are finished within a deadline. */
import type { Server } from 'node:http'

/** Message that stops a worker. A signal may reach all processes of a group; a message reaches only one. */
export const STOP_MESSAGE = 'stop'

export interface Lifecycle {
  /** Whether the process is stopping. Then `/readyz` responds with 503, so that a load balancer sends no more requests. */
  isStopping: boolean
}

export interface Shutdown {
  lifecycle: Lifecycle
  /** The HTTP server, whose connections are closed when they become idle. */
  server: Server
  /** Finishes work in progress, then closes the databases. */
  close(): Promise<void>
  /** Time during which open connections may send one more request. Default: 1 s. */
  graceMs?: number
  /** Time after which requests that are still in progress are cut off. */
  deadlineMs: number
}

/** Time within which browsers usually send the next request on an open connection. */
const DEFAULT_GRACE_MS = 1000
/** Time after the deadline at which the process exits even if closing has not finished. */
const CLOSE_TIMEOUT_MS = 10_000

/** Shuts down gracefully on the first of these signals, and exits at once on a second. */
export function shutDownOnSignals(signals: NodeJS.Signals[], shutdown: Shutdown): void {
  for (const signal of signals)
    process.on(signal, () => {
      if (shutdown.lifecycle.isStopping) process.exit(1)
      endProcess(shutdown)
    })
}

/** Exits a worker that receives the stop message while it is starting. It has no requests to finish, and the message is not sent again. */
export function exitOnMessage(message: unknown): void {
  if (message === STOP_MESSAGE) process.exit(0)
}

/**
 * Shuts a worker down gracefully, once, however many messages and signals it receives. It ignores SIGINT: Ctrl-C reaches every process of
 * the terminal, and the primary process then messages each worker. A supervisor may send SIGTERM to all processes.
 */
export function shutDownOnMessage(shutdown: Shutdown): void {
  process.off('message', exitOnMessage)
  const endOnce = () => void (shutdown.lifecycle.isStopping || endProcess(shutdown))
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', endOnce)
  process.on('message', (message) => void (message === STOP_MESSAGE && endOnce()))
}

/** Shuts down gracefully, then exits with `exitCode`, or with 1 if closing failed. */
export function endProcess(shutdown: Shutdown, exitCode = 0): void {
  void stop(shutdown).then(
    () => process.exit(exitCode),
    (error: unknown) => {
      console.error('Shutdown failed:', error)
      process.exit(1)
    },
  )
}

async function stop({ lifecycle, server, close, graceMs = DEFAULT_GRACE_MS, deadlineMs }: Shutdown): Promise<void> {
  lifecycle.isStopping = true
  // Closing an idle keep-alive connection could cut off a request in flight, so each connection closes with its next response (`Connection:
  // close`).
  server.prependListener('request', (_request, response) => void (response.shouldKeepAlive = false))
  if ((await countConnections(server)) > 0) await new Promise((resolve) => setTimeout(resolve, graceMs))
  setTimeout(() => server.closeAllConnections(), deadlineMs).unref()
  setTimeout(() => process.exit(1), deadlineMs + CLOSE_TIMEOUT_MS).unref()
  await close()
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
