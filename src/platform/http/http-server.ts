/** Node's server with an end to everything that somebody at the other side may draw out. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { ConnectionLimits } from '#platform/config/limit-settings.ts'

/** How often Node looks for requests that have taken too long; its own number. */
const MAX_CHECK_MS = 30_000

/**
 * The framework's own numbers do not reach a server that it has not made. A connection that a proxy keeps open must not be closed
 * at this end the moment the proxy uses it again: proxies let theirs idle for at most 60 seconds or a little more.
 */
export function createHttpServer(limits: ConnectionLimits, answer: RequestListener): Server {
  const { maxConnections, keepAliveMs, headersMs, requestMs, stalledMs, maxHeaderBytes } = limits
  const server = createServer(
    {
      keepAliveTimeout: keepAliveMs,
      headersTimeout: Math.min(headersMs, requestMs),
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(MAX_CHECK_MS, headersMs / 2, requestMs / 2),
      maxHeaderSize: maxHeaderBytes,
      // Missing it is refused like the other odd requests, and not by Node in a status alone.
      requireHostHeader: false,
    },
    answer,
  )
  // Whoever does not read the answer keeps it in this process's memory.
  server.setTimeout(stalledMs)
  if (maxConnections > 0) server.maxConnections = maxConnections
  return server
}
