/**
 * Reduces the two font families to the characters of an English page, so that the fonts load before visitors begin to read.
 * `node src/ui/styles/fonts/subset-fonts.ts` writes the files; `subset-fonts.test.ts` fails if they are outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/** Characters of the subsets. Pages that contain other characters load the full font files. */
export const SUBSET_CHARACTERS = `${createCharacterRange(' ', '~')}\u{a0}£€©°±²³¼½¾×÷áçèéëïñöü–—‘’“”•…−`

/** OpenType features that the subsets contain: kerning, ligatures and tabular figures, but no small capitals or old-style figures. */
const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum']

interface FontSubset {
  file: string
  source: string
  /** Range of each variable axis, by the axis's OpenType tag. */
  axes: Record<string, { min: number; max: number }>
}

export const FONT_SUBSETS: readonly FontSubset[] = [
  {
    file: 'bricolage-grotesque-cut.woff2',
    source: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
    // Text larger than 40 px uses the optical size 40.
    axes: { wght: { min: 400, max: 800 }, opsz: { min: 14, max: 40 } },
  },
  {
    file: 'source-serif-4-cut.woff2',
    source: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
]

/** Creates a font subset. @returns the bytes of a WOFF2 file, the same for the same input */
export async function makeFontSubset({ source, axes }: FontSubset): Promise<Buffer> {
  const options = { targetFormat: 'woff2' as const, variationAxes: axes, keepFeatures: FEATURES }
  return subsetFont(readFileSync(fileURLToPath(import.meta.resolve(source))), SUBSET_CHARACTERS, options)
}

function createCharacterRange(first: string, last: string): string {
  const firstCode = first.charCodeAt(0)
  return String.fromCharCode(...Array.from({ length: last.charCodeAt(0) - firstCode + 1 }, (_, index) => firstCode + index))
}

if (import.meta.main) for (const subset of FONT_SUBSETS) writeFileSync(join(import.meta.dirname, subset.file), await makeFontSubset(subset))
