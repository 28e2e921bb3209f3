/** What a file is by its first bytes, whatever it calls itself. */

export type FileKind = 'picture' | 'other' | 'unknown'

const JPEG = '\xff\xd8\xff'
const PNG = '\x89PNG\r\n\x1a\n'
/** GIF, BMP, TIFF, PDF, Photoshop, an archive, JPEG XL. */
const OTHERS = ['GIF8', 'BM', 'II*\0', 'MM\0*', '%PDF', '8BPS', 'PK', '\xff\x0a']

/** `other`: something we know and do not take, so that the answer can say so. */
export function fileKind(bytes: Buffer): FileKind {
  const text = bytes.subarray(0, 64).toString('latin1')
  if (text.startsWith(JPEG) || text.startsWith(PNG)) return 'picture'
  if (text.startsWith('RIFF')) return text.slice(8, 12) === 'WEBP' ? 'picture' : 'other'
  if (text.slice(4, 8) === 'ftyp') return text.slice(8).includes('avif') ? 'picture' : 'other'
  if (OTHERS.some((begin) => text.startsWith(begin))) return 'other'
  // SVG, HTML and anything else that a browser might run.
  return /^(ï»¿)?\s*</.test(text) ? 'other' : 'unknown'
}
