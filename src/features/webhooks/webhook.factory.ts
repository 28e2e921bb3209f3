/** Starts a local webhook receiver that records its requests. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedCall {
  headers: IncomingHttpHeaders
  body: string
}

export interface WebhookReceiver {
  url: string
  /** Address and port, as in the setting WEBHOOK_PRIVATE_TARGETS. */
  target: string
  calls: ReceivedCall[]
  /** Sends the response; 204 by default. */
  respond: (response: ServerResponse) => void
  close(): Promise<void>
}

export const respondNoContent = (response: ServerResponse): void => void response.writeHead(204).end()

export async function startReceiver(): Promise<WebhookReceiver> {
  const calls: ReceivedCall[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      calls.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      receiver.respond(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: WebhookReceiver = {
    url: `http://${target}/hook`,
    target,
    calls,
    respond: respondNoContent,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}
