// Renders share cards (`og:image`): title on the left, drawing on the right, site name below. Always in day colours.
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { keysOf, toRecord } from '#platform/client/typed-entries.client.ts'
import { SHARE_PICTURE } from './picture.client.ts'
import { flattenPicture } from './picture.flatten.ts'
import { truncateAtWord } from '#wording/cut-text.ts'

export interface ShareCard {
  title: string
  /** Kind of the page, above the title. */
  label: string
  /** Category class, such as `cat-ev`, for the colours. */
  category: string
  /** SVG text of a scene, or the bytes of an uploaded picture. `landscape`: the drawing fills the card, with the title on its sky. */
  art: { scene: string; shape: 'panel' | 'round' | 'landscape' } | { photo: Uint8Array }
  site: { name: string; tagline: string }
}

export interface DrawingSources {
  parts: string
  tokens: string
}

const { width: WIDTH, height: HEIGHT } = SHARE_PICTURE
const EDGE = 56
const FOOT = 108
const PANEL = { x: 552, y: EDGE, width: WIDTH - EDGE - 552, height: HEIGHT - FOOT - 2 * EDGE + 16, radius: 28 }
const COLUMN = PANEL.x - EDGE - 40
const LABEL = 25
const TITLE = { sizes: [62, 56, 50, 44, 39, 34], top: EDGE + 56, height: HEIGHT - FOOT - EDGE - 96 }
/** Title on a landscape, which uses the whole width. */
const WIDE = { sizes: [104, 92, 80, 70, 60, 50], top: 84, height: 230, column: 900 }
const MAX_CHARACTERS = 160
/** Rendered for an empty text, which Pango rejects. */
const EMPTY_IMAGE = { create: { width: 1, height: 1, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const

/** Two weights of the site's font as TTF, as Pango does not read WOFF2. */
const FACES = {
  heavy: { family: 'CardfaceOne', file: fileURLToPath(new URL('fonts/card-heavy.ttf', import.meta.url)) },
  firm: { family: 'CardfaceTwo', file: fileURLToPath(new URL('fonts/card-firm.ttf', import.meta.url)) },
}

/** @returns a PNG of 1200 × 630 */
export async function renderShareCard(card: ShareCard, sources: DrawingSources): Promise<Buffer> {
  const wide = 'shape' in card.art && card.art.shape === 'landscape'
  const colour = coloursOf(card.category, sources)
  const title = await fitTitle(card.title, colour.ink, wide ? WIDE : { ...TITLE, column: COLUMN })
  const name = await renderText(card.site.name, 'heavy', 34, colour.onDeep, 600)
  const texts = [{ input: title, left: EDGE, top: wide ? WIDE.top : TITLE.top }]
  if (wide)
    texts.push({
      input: await renderText(card.label, 'firm', 36, colour.ink, WIDE.column),
      left: EDGE + 4,
      top: WIDE.top + (await heightOf(title)) + 22,
    })
  else {
    texts.push({ input: await renderText(card.label, 'firm', LABEL, colour.label, COLUMN), left: EDGE + 1, top: EDGE + 6 })
    texts.push({ input: name, left: EDGE + 62, top: HEIGHT - 62 - Math.round((await heightOf(name)) / 2) + 8 })
    const { tagline } = card.site
    if (tagline) {
      const line = await renderText(tagline, 'firm', 24, colour.onDeepQuiet, 560)
      const { width, height } = await sharp(line).metadata()
      texts.push({ input: line, left: WIDTH - EDGE - width, top: HEIGHT - 62 - Math.round(height / 2) + 8 })
    }
  }
  // After the texts, as rendering the first text registers the font files, which dimension texts in a drawing use.
  const background = sharp(Buffer.from(renderBackground(card, sources, wide)))
  const photo = 'photo' in card.art ? [await cropPhoto(card.art.photo)] : []
  return background
    .composite([...photo, ...texts])
    .png({ palette: !('photo' in card.art), compressionLevel: 9 })
    .toBuffer()
}

/** Returns the whole card except texts and photo, as one SVG. */
function renderBackground(card: ShareCard, sources: DrawingSources, wide: boolean): string {
  const { art } = card
  const scene = 'scene' in art ? flattenPicture({ scene: art.scene, ...sources }) : ''
  if (wide) return scene
  const panel = `x="${PANEL.x}" y="${PANEL.y}" width="${PANEL.width}" height="${PANEL.height}" rx="${PANEL.radius}"`
  const background = flattenPicture({
    scene: `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" class="${card.category}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="var(--paper)"/>
<rect ${panel} fill="var(--c-tint)"/>
<path id="art" d="M0 0"/>
<rect ${panel} fill="none" stroke="var(--line)" stroke-width="2"/>
<use href="#meadow" y="${HEIGHT - FOOT - 22}" width="${WIDTH}" height="${FOOT + 26}" style="--land:var(--green)"/>
<use href="#meadow" y="${HEIGHT - FOOT}" width="${WIDTH}" height="${FOOT}" style="--land:var(--deep)"/>
<circle cx="${EDGE + 22}" cy="${HEIGHT - 52}" r="17" fill="none" stroke="var(--sun)" stroke-width="9"/>
<path transform="translate(${EDGE} ${HEIGHT - 74})" d="M5.8 27.5C13 21 22 31 38.2 27.5A17 17 0 0 1 5.8 27.5Z" fill="none" stroke="var(--green-on-deep)" stroke-width="9" stroke-linejoin="round"/>
</svg>`,
    ...sources,
  })
  return background.replace('<path id="art" d="M0 0"/>', scene && placeScene(scene, 'shape' in art && art.shape === 'round'))
}

function placeScene(scene: string, round: boolean): string {
  const inset = round ? 36 : 0
  const box = `x="${PANEL.x + inset}" y="${PANEL.y + inset}" width="${PANEL.width - 2 * inset}" height="${PANEL.height - 2 * inset}"`
  const placed = scene.replace(/^<svg/, `<svg ${box} preserveAspectRatio="xMidYMid ${hasBackground(scene) ? 'slice' : 'meet'}"`)
  return `<clipPath id="panel"><rect x="${PANEL.x}" y="${PANEL.y}" width="${PANEL.width}" height="${PANEL.height}" rx="${PANEL.radius}"/></clipPath><g clip-path="url(#panel)">${placed}</g>`
}

/** Whether a scene paints its whole background, so that its edges may be cropped. */
function hasBackground(scene: string): boolean {
  const [, width = '', height = ''] = /viewBox="0 0 (\d+) (\d+)"/.exec(scene) ?? []
  return new RegExp(`^<svg[^>]*>(<defs>.*?</defs>|<clipPath.*?</clipPath>|<g>)*<(rect|svg)[^>]*width="${width}" height="${height}"`).test(
    scene,
  )
}

const cropPhoto = async (photo: Uint8Array) => {
  const { x, y, width, height, radius } = PANEL
  const mask = Buffer.from(`<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}"/></svg>`)
  const cut = sharp(photo)
    .resize(width, height)
    .composite([{ input: mask, blend: 'dest-in' }])
  return { input: await cut.png().toBuffer(), left: x, top: y }
}

/** Renders the title in the largest size that fits; a very long one is truncated at a word. */
async function fitTitle(title: string, colour: string, { sizes, height, column }: { sizes: number[]; height: number; column: number }) {
  const cut = truncateAtWord(title, MAX_CHARACTERS)
  // Non-breaking space before a short last word, so that it is not on a line of its own.
  const short = cut.trim().replace(/\s+(\S{1,3})$/, '\u00a0$1')
  for (const size of sizes) {
    const drawn = await renderText(short, 'heavy', size, colour, column)
    if ((await heightOf(drawn)) <= height && (size === sizes.at(-1) || fitsLongestWord(short, size, column))) return drawn
  }
  const smallest = await renderText(short, 'heavy', sizes.at(-1) ?? 34, colour, column)
  return sharp(smallest).resize({ height, withoutEnlargement: true }).png().toBuffer()
}

/** Whether the longest word fits on a line; the average glyph width of the heavy font is 0.56 em. */
const fitsLongestWord = (title: string, size: number, column: number) =>
  Math.max(...title.split(/[\s]+/).map((word) => word.length)) * size * 0.56 <= column

function renderText(words: string, face: keyof typeof FACES, size: number, colour: string, width: number): Promise<Buffer> {
  if (!words.trim()) return sharp(EMPTY_IMAGE).png().toBuffer()
  const { family, file } = FACES[face]
  const tight = face === 'heavy' ? Math.round(size * -20) : 0
  const text = `<span foreground="${colour}" letter_spacing="${tight}" line_height="0.86">${escapeMarkup(words)}</span>`
  return sharp({ text: { text, font: `${family} ${size}px`, fontfile: file, width, dpi: 72, rgba: true, wrap: 'word-char' } })
    .png()
    .toBuffer()
}

const heightOf = async (picture: Buffer) => (await sharp(picture).metadata()).height

/** Escapes text for Pango markup, without control characters, which Pango rejects. */
const escapeMarkup = (words: string) =>
  words
    .replace(/\p{Cc}/gu, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')

/** Returns text colours, resolved from the tokens. */
function coloursOf(category: string, sources: DrawingSources) {
  const names = { ink: '--ink', label: '--c-ink', onDeep: '--on-deep', onDeepQuiet: '--on-deep-2' }
  const swatches = Object.values(names).map((name) => `<path fill="var(${name})"/>`)
  const drawn = flattenPicture({ scene: `<svg viewBox="0 0 9 9" class="${category}">${swatches.join('')}</svg>`, ...sources })
  const found = [...drawn.matchAll(/fill="([^"]+)"/g)].map((match) => match[1]!)
  return toRecord(keysOf(names), (_, at) => found[at] ?? '#000')
}
