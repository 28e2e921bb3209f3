/** Parses the tokens of `ui/styles/tokens.css` for drawings, and converts their colours to sRGB. */

export const COMMENT_PATTERN = /<!--[\s\S]*?-->|\/\*[\s\S]*?\*\//g

export type Palette = {
  /** Day and dusk value by token name; they are equal if the token has one value. */
  values: Map<string, [string, string]>
  /** Properties by category class that sets them, for example `--c-ink: var(--ev-ink)`. */
  classes: Map<string, Map<string, string>>
}

export function readPalette(tokens: string): Palette {
  const values: Palette['values'] = new Map()
  const classes: Palette['classes'] = new Map()
  for (const [, selector, block] of tokens.replace(COMMENT_PATTERN, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const pairs = [...block!.matchAll(/(--[\w-]+)\s*:\s*([^;]+);?/g)].map((match) => [match[1]!, match[2]!.trim()] as const)
    const name = /^\.([\w-]+)$/.exec(selector!.trim())?.[1]
    if (name) classes.set(name, new Map(pairs))
    else if (selector!.trim() === ':root') for (const [key, value] of pairs) values.set(key, splitDayAndDusk(value))
  }
  return { values, classes }
}

/** Splits `light-dark(a, b)` into [a, b]; any other value is both the day and the dusk value. */
function splitDayAndDusk(value: string): [string, string] {
  const inner = /^light-dark\(([\s\S]*)\)$/.exec(value)?.[1]
  if (!inner) return [value, value]
  const [day, dusk] = splitAtCommas(inner)
  if (day === undefined || dusk === undefined) throw new Error(`A token has no dusk value: ${value}`)
  return [day, dusk]
}

/** Splits a text at the commas outside brackets. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '(') depth++
    else if (text[index] === ')') depth--
    else if (text[index] === ',' && depth === 0) {
      parts.push(text.slice(start, index).trim())
      start = index + 1
    }
  }
  return [...parts, text.slice(start).trim()]
}

/** Lightness, a and b (OKLab), and alpha. */
type Lab = [number, number, number, number]

/**
 * Converts `oklch(l c h / a)` and `color-mix(in oklab, x p%, y)`, the two formats that drawings use, to `#rrggbb` or `#rrggbbaa`. Colours
 * outside sRGB are clipped. Any other text, such as `none`, is returned unchanged.
 */
export function toHexColour(colour: string): string {
  const lab = parseColour(colour)
  return lab ? writeHex(lab) : colour
}

function parseColour(colour: string): Lab | undefined {
  const oklch = /^oklch\(\s*([\d.]+)\s+([\d.]+)\s+([\d.]+)(?:\s*\/\s*([\d.]+))?\s*\)$/.exec(colour)
  if (oklch) {
    const [lightness = 0, chroma = 0, hue = 0, alpha = 1] = oklch.slice(1).map((part) => (part === undefined ? 1 : Number(part)))
    const radians = (hue * Math.PI) / 180
    return [lightness, chroma * Math.cos(radians), chroma * Math.sin(radians), alpha]
  }
  const mix = /^color-mix\(\s*in oklab\s*,([\s\S]*)\)$/.exec(colour)?.[1]
  if (!mix) return undefined
  const [first, second] = splitAtCommas(mix).map((part) => /^([\s\S]+?)(?:\s+([\d.]+)%)?$/.exec(part))
  const [a, b] = [parseColour(first?.[1] ?? ''), parseColour(second?.[1] ?? '')]
  if (!a || !b) throw new Error(`Not a mix of two colours: ${colour}`)
  const share = first?.[2] ? Number(first[2]) / 100 : second?.[2] ? 1 - Number(second[2]) / 100 : 0.5
  const mixComponent = (index: 0 | 1 | 2 | 3) => a[index] * share + b[index] * (1 - share)
  return [mixComponent(0), mixComponent(1), mixComponent(2), mixComponent(3)]
}

/** Converts a colour from OKLab to sRGB (Björn Ottosson, https://bottosson.github.io/posts/oklab/). */
function writeHex([lightness, a, b, alpha]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const bytes = linear.map((value) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
  return `#${[...bytes, ...(alpha < 1 ? [alpha] : [])].map(writeByte).join('')}`
}

const writeByte = (share: number) =>
  Math.round(Math.min(1, Math.max(0, share)) * 255)
    .toString(16)
    .padStart(2, '0')
