/** Starts a local DNS server with configurable TXT and MX records, for tests with a real resolver. */
import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

export interface DnsServer {
  /** IP address and port, as in the setting DNS_SERVERS. */
  address: string
  /** TXT records by name. Queries for unknown names get NXDOMAIN. */
  records: Map<string, string[]>
  /** MX hosts by name. */
  mail: Map<string, string[]>
  /** Queried names, in order. */
  queries: string[]
  /** Whether the server responds. If it is false, the resolver times out. */
  answers: boolean
  close(): Promise<void>
}

const [MX, TXT] = [15, 16]
const QUESTION_NAME_POINTER = 0xc00c
const [NO_ERROR, NO_SUCH_NAME] = [0, 3]

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const server: DnsServer = {
    address: '',
    records: new Map(),
    mail: new Map(),
    queries: [],
    answers: true,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query)
    server.queries.push(name)
    const isMx = query.readUInt16BE(end) === MX
    const records = isMx ? server.mail.get(name)?.map(encodeMxRecord) : server.records.get(name)?.map(encodeTxtRecord)
    const isKnown = server.records.has(name) || server.mail.has(name)
    if (server.answers) socket.send(createResponse(query, end + 4, records ?? [], isKnown), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  server.address = `127.0.0.1:${(socket.address() as AddressInfo).port}`
  return server
}

/**
 * Reads the name after the 12-byte header, which consists of length-prefixed labels and a 0 byte (RFC 1035 §4.1.2).
 * @returns the name, and the offset after it
 */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let offset = 12
  while (query[offset]) {
    const length = query[offset] ?? 0
    labels.push(query.toString('latin1', offset + 1, offset + 1 + length))
    offset += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: offset + 1 }
}

function createResponse(query: Buffer, endOfQuestion: number, records: Buffer[], isKnown: boolean): Buffer {
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (isKnown ? NO_ERROR : NO_SUCH_NAME), 2)
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, query.subarray(12, endOfQuestion), ...records])
}

function encodeTxtRecord(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? ['']
  return encodeRecord(TXT, Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')]))))
}

function encodeMxRecord(host: string): Buffer {
  const labels = host
    .split('.')
    .filter(Boolean)
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')]))
  return encodeRecord(MX, Buffer.concat([Buffer.from([0, 10]), ...labels, Buffer.from([0])]))
}

function encodeRecord(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(QUESTION_NAME_POINTER, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
