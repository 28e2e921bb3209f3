/** Node's HTTP server with timeouts and limits against slow clients. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { ConnectionLimits } from '#platform/config/limit-settings.ts'

/** Node's default interval for checking request timeouts. */
const MAX_CHECK_INTERVAL_MS = 30_000

/**
 * Creates the server; Fastify's timeout options do not apply to servers that it has not created. The keep-alive timeout must exceed that of
 * the proxy in front (60 s or a little more), so that a connection is not closed at the moment when the proxy reuses it.
 */
export function createHttpServer(limits: ConnectionLimits, listener: RequestListener): Server {
  const { maxConnections, keepAliveMs, headersMs, requestMs, stalledMs, maxHeaderBytes } = limits
  const server = createServer(
    {
      keepAliveTimeout: keepAliveMs,
      headersTimeout: Math.min(headersMs, requestMs),
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(MAX_CHECK_INTERVAL_MS, headersMs / 2, requestMs / 2),
      maxHeaderSize: maxHeaderBytes,
      // `MalformedRequestHandler` rejects requests without Host, with a body that Node's own response lacks.
      requireHostHeader: false,
    },
    listener,
  )
  // A client that does not read holds the response in this process's memory.
  server.setTimeout(stalledMs)
  if (maxConnections > 0) server.maxConnections = maxConnections
  return server
}
