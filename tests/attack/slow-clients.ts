/** Slowloris: many idle connections must not prevent ordinary requests from being served. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ask, type Group, type Target } from './target.ts'

const KINDS: Record<string, (host: string) => string> = {
  'nothing at all': () => '',
  'half a request head': (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\nX-A: `,
  'half a body': (host) =>
    `POST /api/forums HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"title":`,
  'unread responses': (host) => `GET /api/openapi.json HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(20),
}
const ORDINARY_PATHS = ['/', '/articles', '/api/products?perPage=3', '/feed.xml', '/healthz', '/api/session']

export const slowClients: Group = {
  name: 'Slow clients',
  isHarmless: true,
  async run(target) {
    const each = target.isShort ? 50 : 500
    const rows = []
    for (const [name, bytes] of Object.entries(KINDS)) {
      const sockets = await open(target, each, bytes(new URL(target.url).host))
      const problems = await checkOrdinaryRequests(target, name)
      for (const socket of sockets) socket.destroy()
      rows.push({ name, tried: each, problems })
    }
    return rows
  },
}

async function open({ url }: Target, count: number, bytes: string): Promise<Socket[]> {
  const { hostname, port } = new URL(url)
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port || 80), hostname)
      socket.on('error', () => socket.destroy())
      await once(socket, 'connect')
      socket.pause().write(bytes)
      return socket
    }),
  )
}

async function checkOrdinaryRequests(target: Target, name: string): Promise<string[]> {
  const problems: string[] = []
  for (const path of ORDINARY_PATHS) {
    const status = await ask(target, path).then(
      (response) => response.status,
      (error: unknown) => String(error),
    )
    if (status !== 200) problems.push(`GET ${path} during ${name}: ${status}`)
  }
  return problems
}
