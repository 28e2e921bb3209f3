/** Detects the kind of a file by its first bytes (magic numbers), independent of its name and content type. */

export type FileKind = 'picture' | 'other' | 'unknown'

const JPEG = '\xff\xd8\xff'
const PNG = '\x89PNG\r\n\x1a\n'
/** Signatures of GIF, BMP, TIFF, PDF, Photoshop, ZIP and JPEG XL. */
const UNSUPPORTED = ['GIF8', 'BM', 'II*\0', 'MM\0*', '%PDF', '8BPS', 'PK', '\xff\x0a']

/** @returns `other` for known but unsupported kinds, so that the error message can say so; `unknown` if no signature matches */
export function detectFileKind(bytes: Buffer): FileKind {
  const text = bytes.subarray(0, 64).toString('latin1')
  if (text.startsWith(JPEG) || text.startsWith(PNG)) return 'picture'
  if (text.startsWith('RIFF')) return text.slice(8, 12) === 'WEBP' ? 'picture' : 'other'
  if (text.slice(4, 8) === 'ftyp') return text.slice(8).includes('avif') ? 'picture' : 'other'
  if (UNSUPPORTED.some((signature) => text.startsWith(signature))) return 'other'
  // SVG, HTML and other markup, which a browser might execute.
  return /^(ï»¿)?\s*</.test(text) ? 'other' : 'unknown'
}
