/** Malicious uploads: non-images, decompression bombs, wrong types and polyglot files. */
import { crc32, deflateSync } from 'node:zlib'

const SCRIPT = '<script>alert(31337)</script>'
const bytes = (...parts: (string | Uint8Array)[]) =>
  Uint8Array.from(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))))

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Creates a one-bit grey PNG, which compresses best. @param rows actual number of rows, whatever the header declares */
function png(width: number, height: number, { rows = height, between = [] }: { rows?: number; between?: Uint8Array[] } = {}) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * rows), { level: 9 })
  return bytes('\x89PNG\r\n\x1a\n', chunk('IHDR', head), ...between, chunk('IDAT', data), chunk('IEND', new Uint8Array()))
}
const text = (keyword: string, value: string) => chunk('tEXt', bytes(`${keyword}\0${value}`))

export interface MaliciousPicture {
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
  /** Whether the server may accept it, because it contains a valid image. */
  mayBeAccepted: boolean
}
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(31337)">${SCRIPT}</svg>`
const GIF = bytes('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;')

export const createMaliciousPictures = (): MaliciousPicture[] => [
  { name: 'an SVG with the type PNG', type: 'image/png', bytes: bytes(SVG), mayBeAccepted: false },
  { name: 'an SVG', type: 'image/svg+xml', bytes: bytes(SVG), mayBeAccepted: false },
  {
    name: 'an SVG with an XML external entity',
    type: 'image/jpeg',
    bytes: bytes(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${SVG}`),
    mayBeAccepted: false,
  },
  { name: 'an HTML page with the type PNG', type: 'image/png', bytes: bytes(`<!doctype html>${SCRIPT}`), mayBeAccepted: false },
  { name: 'a PNG signature before HTML', type: 'image/png', bytes: bytes('\x89PNG\r\n\x1a\n', SCRIPT), mayBeAccepted: false },
  { name: 'a JPEG signature before HTML', type: 'image/jpeg', bytes: bytes('\xff\xd8\xff\xe0', SCRIPT), mayBeAccepted: false },
  { name: 'a GIF signature before JavaScript', type: 'image/gif', bytes: bytes('GIF89a=1;alert(31337);//'), mayBeAccepted: false },
  { name: 'an empty file', type: 'image/png', bytes: bytes(''), mayBeAccepted: false },
  { name: 'zeros', type: 'image/webp', bytes: new Uint8Array(1000), mayBeAccepted: false },
  {
    name: 'a PDF',
    type: 'image/png',
    bytes: bytes('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'),
    mayBeAccepted: false,
  },
  { name: 'a ZIP archive', type: 'image/png', bytes: bytes('PK\x03\x04', new Uint8Array(100)), mayBeAccepted: false },
  { name: 'an ELF executable', type: 'image/png', bytes: bytes('\x7fELF', new Uint8Array(100)), mayBeAccepted: false },
  {
    name: 'a script for ImageMagick',
    type: 'image/png',
    bytes: bytes('push graphic-context\nfill \'url(https://evil.example/"|id")\'\npop graphic-context'),
    mayBeAccepted: false,
  },
  { name: '20,000 by 20,000', type: 'image/png', bytes: png(20_000, 20_000), mayBeAccepted: false },
  { name: '60,000 by 60,000 with a single row', type: 'image/png', bytes: png(60_000, 60_000, { rows: 1 }), mayBeAccepted: false },
  { name: '2 by 2,000,000,000', type: 'image/png', bytes: png(2, 2_000_000_000, { rows: 1 }), mayBeAccepted: false },
  { name: '0 by 0', type: 'image/png', bytes: png(0, 0), mayBeAccepted: false },
  { name: 'a truncated PNG', type: 'image/png', bytes: png(400, 400).slice(0, 60), mayBeAccepted: false },
  { name: 'fewer rows than declared', type: 'image/png', bytes: png(400, 400, { rows: 10 }), mayBeAccepted: true },
  {
    name: 'a compressed text of 60 MB',
    type: 'image/png',
    bytes: png(9, 9, { between: [chunk('zTXt', bytes('a\0\0', deflateSync(Buffer.alloc(60_000_000))))] }),
    mayBeAccepted: true,
  },
  { name: 'a PNG followed by HTML', type: 'image/png', bytes: bytes(png(40, 40), SCRIPT), mayBeAccepted: true },
  {
    name: 'a PNG with HTML in a text chunk',
    type: 'image/png',
    bytes: png(40, 41, { between: [text('Comment', SCRIPT)] }),
    mayBeAccepted: true,
  },
  {
    name: 'a PNG that is also a ZIP archive',
    type: 'image/png',
    bytes: bytes(png(40, 42), 'PK\x05\x06', new Uint8Array(18)),
    mayBeAccepted: true,
  },
  { name: 'a PNG with the type HTML', type: 'text/html', bytes: png(40, 43), mayBeAccepted: false },
  { name: 'a PNG with the type JPEG', type: 'image/jpeg', bytes: png(40, 44), mayBeAccepted: true },
  { name: 'a GIF followed by HTML', type: 'image/gif', bytes: bytes(GIF, SCRIPT), mayBeAccepted: true },
]
