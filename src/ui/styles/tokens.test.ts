/** Tests the contrast of the palette in both themes: 4.5:1 for text, 3:1 for user interface components (WCAG 2.2 1.4.3, 1.4.11). */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const TOKENS = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const COLOUR = /--([\w-]+): (?:light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)|(oklch\([^)]*\)));/g

const themes = { day: new Map<string, string>(), dusk: new Map<string, string>() }
for (const [, name = '', day, dusk, both = ''] of TOKENS.matchAll(COLOUR)) {
  themes.day.set(name, day ?? both)
  themes.dusk.set(name, dusk ?? both)
}

const SURFACES = ['paper', 'card', 'sunk']
const CATEGORIES = ['ev', 'solar', 'battery', 'home', 'living', 'charger']
const TINTS = ['green-tint', 'good-tint', 'bad-tint', 'warn-tint', ...CATEGORIES.map((name) => `${name}-tint`)]

const BACKGROUNDS_BY_TEXT: Record<string, string[]> = {
  ink: [...SURFACES, ...TINTS],
  'ink-2': SURFACES,
  'ink-3': SURFACES,
  'green-text': [...SURFACES, 'green-tint'],
  'on-green': ['green', 'green-hover'],
  'on-sun': ['sun'],
  'on-deep': ['deep', 'deep-2'],
  'on-deep-2': ['deep', 'deep-2'],
  bad: [...SURFACES, 'bad-tint'],
  good: ['card', 'good-tint'],
  warn: ['card', 'warn-tint'],
  ...Object.fromEntries(CATEGORIES.map((name) => [`${name}-ink`, ['paper', 'card', `${name}-tint`]])),
}
const BACKGROUNDS_BY_COMPONENT: Record<string, string[]> = {
  // `line-2` is the border of fields, quiet buttons and switches.
  'line-2': SURFACES,
  green: SURFACES,
  ring: [...SURFACES, ...TINTS],
  'ring-on-deep': ['deep', 'deep-2'],
  'green-on-deep': ['deep'],
}

for (const [theme, values] of Object.entries(themes)) {
  test.each([...listPairs(BACKGROUNDS_BY_TEXT, 4.5), ...listPairs(BACKGROUNDS_BY_COMPONENT, 3)])(
    `${theme}: %s on %s has a contrast of at least %f:1`,
    (name, background, minRatio) => {
      expect(calculateContrast(calculateLuminance(values.get(name)), calculateLuminance(values.get(background)))).toBeGreaterThanOrEqual(
        minRatio,
      )
    },
  )
}

test('calculateContrast returns 21 for black and white', () => {
  expect(calculateContrast(calculateLuminance('oklch(0 0 0)'), calculateLuminance('oklch(1 0 0)'))).toBeCloseTo(21, 1)
})

function listPairs(backgroundsByName: Record<string, string[]>, minRatio: number): [string, string, number][] {
  return Object.entries(backgroundsByName).flatMap(([name, backgrounds]) =>
    backgrounds.map((background): [string, string, number] => [name, background, minRatio]),
  )
}

function calculateContrast(firstLuminance: number, secondLuminance: number): number {
  return (Math.max(firstLuminance, secondLuminance) + 0.05) / (Math.min(firstLuminance, secondLuminance) + 0.05)
}

/** Returns the relative luminance (WCAG), 0 to 1, of an oklch colour, which Ottosson's matrices convert to linear sRGB. */
function calculateLuminance(colour: string | undefined): number {
  const [lightness, chroma, hue] = (/oklch\(([\d.]+) ([\d.]+) ([\d.]+)/.exec(colour ?? '') ?? []).slice(1).map(Number)
  if (lightness === undefined || chroma === undefined || hue === undefined) throw new Error(`Not a colour: ${colour}`)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  const clamp = (channel: number) => Math.min(1, Math.max(0, channel))
  return 0.2126 * clamp(red) + 0.7152 * clamp(green) + 0.0722 * clamp(blue)
}
