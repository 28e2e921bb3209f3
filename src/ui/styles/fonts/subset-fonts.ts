/**
 * Cuts the two families down to what an English page needs, so that letters come before the first reading and not after it.
 * `node src/ui/styles/fonts/subset-fonts.ts` writes the files; `subset-fonts.test.ts` says when they are out of step.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/** Every character of the subset files. All others come from the families' own files, on pages that have them. */
export const SUBSET_CHARACTERS = `${between(' ', '~')}\u{a0}£€©°±²³¼½¾×÷áçèéëïñöü–—‘’“”•…−`

/** Kerning, ligatures and figures of one width; no small capitals, no old-style figures. */
const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum']

interface FontSubset {
  file: string
  from: string
  /** Lowest and highest of each variable axis. */
  axes: Record<string, { min: number; max: number }>
}

export const FONT_SUBSETS: readonly FontSubset[] = [
  {
    file: 'bricolage-grotesque-cut.woff2',
    from: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
    // Above 40 px the letters are drawn as at 40.
    axes: { wght: { min: 400, max: 800 }, opsz: { min: 14, max: 40 } },
  },
  {
    file: 'source-serif-4-cut.woff2',
    from: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
]

/** @returns the bytes of a WOFF2 file, the same for the same input */
export async function makeFontSubset({ from, axes }: FontSubset): Promise<Buffer> {
  const options = { targetFormat: 'woff2' as const, variationAxes: axes, keepFeatures: FEATURES }
  return subsetFont(readFileSync(fileURLToPath(import.meta.resolve(from))), SUBSET_CHARACTERS, options)
}

function between(first: string, last: string): string {
  const from = first.charCodeAt(0)
  return String.fromCharCode(...Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, index) => from + index))
}

if (import.meta.main) for (const cut of FONT_SUBSETS) writeFileSync(join(import.meta.dirname, cut.file), await makeFontSubset(cut))
