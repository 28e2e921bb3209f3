/** Reads PDF files as pdfkit writes them, without a PDF library. */
import { inflateSync } from 'node:zlib'

/** Extracts the text of a PDF by the glyph tables of its fonts, and counts its pages. @returns also the file as Latin-1 */
export function readPdf(bytes: Buffer): { raw: string; text: string; pages: number } {
  const raw = bytes.toString('latin1')
  const streams = Array.from(raw.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n/g), ({ index, 0: head }) => {
    const from = index + head.length
    return inflateSync(bytes.subarray(from, raw.indexOf('\nendstream', from))).toString('latin1')
  })
  const objects = new Map(Array.from(raw.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g), ([, id = '', body = '']) => [id, body]))
  const maps = streams.filter((stream) => stream.includes('beginbfrange')).map(readGlyphs)
  const pages = Array.from(objects.values()).filter((body) => /\/Type \/Page\n/.test(body)).length
  const content = streams.filter((stream) => stream.includes(' Tf'))
  // Each font numbers its glyphs separately: the text is decoded with every table, and the right one is among them.
  const text = maps.map((glyphs) => content.map((stream) => decode(stream, glyphs)).join('\n')).join('\n')
  return { raw, text, pages }
}

function readGlyphs(map: string): Map<string, string> {
  const glyphs = new Map<string, string>()
  for (const [, from = '', , list = ''] of map.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/g))
    Array.from(list.matchAll(/<([0-9a-f]+)>/g)).forEach(([, code = ''], offset) =>
      glyphs.set((Number.parseInt(from, 16) + offset).toString(16).padStart(4, '0'), Buffer.from(code, 'hex').swap16().toString('utf16le')),
    )
  return glyphs
}

const decode = (stream: string, glyphs: Map<string, string>): string =>
  Array.from(stream.matchAll(/\[((?:<[0-9a-f]*>|[^\]])*)\] TJ/g), ([, parts = '']) =>
    Array.from(parts.matchAll(/<([0-9a-f]*)>/g), ([, hex = '']) =>
      (hex.match(/.{4}/g) ?? []).map((code) => glyphs.get(code) ?? '?').join(''),
    ).join(''),
  ).join('\n')
