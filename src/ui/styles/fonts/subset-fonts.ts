/**
 * Subsets the two font families to the characters of an English page, so that they load before the first paint is read.
 * `node src/ui/styles/fonts/subset-fonts.ts` writes the files; `subset-fonts.test.ts` fails when they are outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/** Characters of the subsets. Others are loaded from the full font files by pages that contain them. */
export const SUBSET_CHARACTERS = `${between(' ', '~')}\u{a0}£€©°±²³¼½¾×÷áçèéëïñöü–—‘’“”•…−`

/** OpenType features: kerning, ligatures, tabular figures; no small capitals or old-style figures. */
const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum']

interface FontSubset {
  file: string
  from: string
  /** Range of each variable axis. */
  axes: Record<string, { min: number; max: number }>
}

export const FONT_SUBSETS: readonly FontSubset[] = [
  {
    file: 'bricolage-grotesque-cut.woff2',
    from: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
    // Above 40 px the optical size stays at 40.
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

if (import.meta.main) for (const subset of FONT_SUBSETS) writeFileSync(join(import.meta.dirname, subset.file), await makeFontSubset(subset))
