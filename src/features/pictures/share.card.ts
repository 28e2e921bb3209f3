// Renders share cards (`og:image`): the title on the left, a drawing on the right, the site name below, always in day colours.
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { keysOf, toRecord } from '#platform/client/typed-entries.client.ts'
import { SHARE_PICTURE } from './picture.client.ts'
import { flattenPicture } from './picture.flatten.ts'
import { truncateAtWord } from '#wording/cut-text.ts'

export interface ShareCard {
  title: string
  /** Kind of the page, which is printed above the title. */
  label: string
  /** Category class that selects the colours, such as `cat-ev`. */
  category: string
  /** SVG text of a scene, or the bytes of an uploaded picture. With `landscape` the drawing fills the card, and the title is on its sky. */
  art: { scene: string; shape: 'panel' | 'round' | 'landscape' } | { photo: Uint8Array }
  site: { name: string; tagline: string }
}

export interface DrawingSources {
  parts: string
  tokens: string
}

const { width: WIDTH, height: HEIGHT } = SHARE_PICTURE
const EDGE_PX = 56
const FOOT_HEIGHT = 108
const PANEL_BOX = { x: 552, y: EDGE_PX, width: WIDTH - EDGE_PX - 552, height: HEIGHT - FOOT_HEIGHT - 2 * EDGE_PX + 16, radius: 28 }
const COLUMN_WIDTH = PANEL_BOX.x - EDGE_PX - 40
const LABEL_SIZE = 25
const TITLE_LAYOUT = { sizes: [62, 56, 50, 44, 39, 34], top: EDGE_PX + 56, height: HEIGHT - FOOT_HEIGHT - EDGE_PX - 96 }
/** Layout of a title on a landscape, which may use more of the width. */
const LANDSCAPE_TITLE_LAYOUT = { sizes: [104, 92, 80, 70, 60, 50], top: 84, height: 230, column: 900 }
const MAX_TITLE_CHARACTERS = 160
/** Image that is used for an empty text, which Pango rejects. */
const EMPTY_IMAGE = { create: { width: 1, height: 1, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const

/** Two weights of the site's font as TTF files, as Pango does not read WOFF2. */
const FONTS = {
  heavy: { family: 'CardfaceOne', file: fileURLToPath(new URL('fonts/card-heavy.ttf', import.meta.url)) },
  firm: { family: 'CardfaceTwo', file: fileURLToPath(new URL('fonts/card-firm.ttf', import.meta.url)) },
}

/** Renders a card as a PNG of 1200 × 630 pixels. */
export async function renderShareCard(card: ShareCard, sources: DrawingSources): Promise<Buffer> {
  const isLandscape = 'shape' in card.art && card.art.shape === 'landscape'
  const colours = resolveColours(card.category, sources)
  const titleImage = await fitTitle(
    card.title,
    colours.ink,
    isLandscape ? LANDSCAPE_TITLE_LAYOUT : { ...TITLE_LAYOUT, column: COLUMN_WIDTH },
  )
  const siteNameImage = await renderText(card.site.name, 'heavy', 34, colours.onDeep, 600)
  const texts = [{ input: titleImage, left: EDGE_PX, top: isLandscape ? LANDSCAPE_TITLE_LAYOUT.top : TITLE_LAYOUT.top }]
  if (isLandscape)
    texts.push({
      input: await renderText(card.label, 'firm', 36, colours.ink, LANDSCAPE_TITLE_LAYOUT.column),
      left: EDGE_PX + 4,
      top: LANDSCAPE_TITLE_LAYOUT.top + (await getHeight(titleImage)) + 22,
    })
  else {
    texts.push({
      input: await renderText(card.label, 'firm', LABEL_SIZE, colours.label, COLUMN_WIDTH),
      left: EDGE_PX + 1,
      top: EDGE_PX + 6,
    })
    texts.push({ input: siteNameImage, left: EDGE_PX + 62, top: HEIGHT - 62 - Math.round((await getHeight(siteNameImage)) / 2) + 8 })
    const { tagline } = card.site
    if (tagline) {
      const taglineImage = await renderText(tagline, 'firm', 24, colours.onDeepQuiet, 560)
      const { width, height } = await sharp(taglineImage).metadata()
      texts.push({ input: taglineImage, left: WIDTH - EDGE_PX - width, top: HEIGHT - 62 - Math.round(height / 2) + 8 })
    }
  }
  // The background comes after the texts: rendering the first text registers the font files, which dimension texts in a drawing use.
  const background = sharp(Buffer.from(renderBackground(card, sources, isLandscape)))
  const photo = 'photo' in card.art ? [await cropPhoto(card.art.photo)] : []
  return background
    .composite([...photo, ...texts])
    .png({ palette: !('photo' in card.art), compressionLevel: 9 })
    .toBuffer()
}

/** Returns an SVG of the whole card except for the texts and the photo. */
function renderBackground(card: ShareCard, sources: DrawingSources, isLandscape: boolean): string {
  const { art } = card
  const scene = 'scene' in art ? flattenPicture({ scene: art.scene, ...sources }) : ''
  if (isLandscape) return scene
  const panel = `x="${PANEL_BOX.x}" y="${PANEL_BOX.y}" width="${PANEL_BOX.width}" height="${PANEL_BOX.height}" rx="${PANEL_BOX.radius}"`
  const background = flattenPicture({
    scene: `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" class="${card.category}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="var(--paper)"/>
<rect ${panel} fill="var(--c-tint)"/>
<path id="art" d="M0 0"/>
<rect ${panel} fill="none" stroke="var(--line)" stroke-width="2"/>
<use href="#meadow" y="${HEIGHT - FOOT_HEIGHT - 22}" width="${WIDTH}" height="${FOOT_HEIGHT + 26}" style="--land:var(--green)"/>
<use href="#meadow" y="${HEIGHT - FOOT_HEIGHT}" width="${WIDTH}" height="${FOOT_HEIGHT}" style="--land:var(--deep)"/>
<circle cx="${EDGE_PX + 22}" cy="${HEIGHT - 52}" r="17" fill="none" stroke="var(--sun)" stroke-width="9"/>
<path transform="translate(${EDGE_PX} ${HEIGHT - 74})" d="M5.8 27.5C13 21 22 31 38.2 27.5A17 17 0 0 1 5.8 27.5Z" fill="none" stroke="var(--green-on-deep)" stroke-width="9" stroke-linejoin="round"/>
</svg>`,
    ...sources,
  })
  return background.replace('<path id="art" d="M0 0"/>', scene && placeScene(scene, 'shape' in art && art.shape === 'round'))
}

function placeScene(scene: string, isRound: boolean): string {
  const inset = isRound ? 36 : 0
  const box = `x="${PANEL_BOX.x + inset}" y="${PANEL_BOX.y + inset}" width="${PANEL_BOX.width - 2 * inset}" height="${PANEL_BOX.height - 2 * inset}"`
  const placedScene = scene.replace(/^<svg/, `<svg ${box} preserveAspectRatio="xMidYMid ${hasBackground(scene) ? 'slice' : 'meet'}"`)
  return `<clipPath id="panel"><rect x="${PANEL_BOX.x}" y="${PANEL_BOX.y}" width="${PANEL_BOX.width}" height="${PANEL_BOX.height}" rx="${PANEL_BOX.radius}"/></clipPath><g clip-path="url(#panel)">${placedScene}</g>`
}

/** Whether a scene paints its whole background, so that its edges may be cropped. */
function hasBackground(scene: string): boolean {
  const [, width = '', height = ''] = /viewBox="0 0 (\d+) (\d+)"/.exec(scene) ?? []
  return new RegExp(`^<svg[^>]*>(<defs>.*?</defs>|<clipPath.*?</clipPath>|<g>)*<(rect|svg)[^>]*width="${width}" height="${height}"`).test(
    scene,
  )
}

const cropPhoto = async (photo: Uint8Array) => {
  const { x, y, width, height, radius } = PANEL_BOX
  const mask = Buffer.from(`<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}"/></svg>`)
  const cropped = sharp(photo)
    .resize(width, height)
    .composite([{ input: mask, blend: 'dest-in' }])
  return { input: await cropped.png().toBuffer(), left: x, top: y }
}

/** Renders the title in the largest size that fits. A very long title is truncated at a word. */
async function fitTitle(title: string, colour: string, { sizes, height, column }: { sizes: number[]; height: number; column: number }) {
  const truncated = truncateAtWord(title, MAX_TITLE_CHARACTERS)
  // A non-breaking space precedes a short last word, so that it is not alone on a line.
  const text = truncated.trim().replace(/\s+(\S{1,3})$/, '\u00a0$1')
  for (const size of sizes) {
    const rendered = await renderText(text, 'heavy', size, colour, column)
    if ((await getHeight(rendered)) <= height && (size === sizes.at(-1) || fitsLongestWord(text, size, column))) return rendered
  }
  const smallest = await renderText(text, 'heavy', sizes.at(-1) ?? 34, colour, column)
  return sharp(smallest).resize({ height, withoutEnlargement: true }).png().toBuffer()
}

/** Whether the longest word fits on a line, if glyphs of the heavy font are 0.56 em wide on average. */
const fitsLongestWord = (title: string, size: number, column: number) =>
  Math.max(...title.split(/[\s]+/).map((word) => word.length)) * size * 0.56 <= column

function renderText(text: string, font: keyof typeof FONTS, size: number, colour: string, width: number): Promise<Buffer> {
  if (!text.trim()) return sharp(EMPTY_IMAGE).png().toBuffer()
  const { family, file } = FONTS[font]
  const letterSpacing = font === 'heavy' ? Math.round(size * -20) : 0
  const markup = `<span foreground="${colour}" letter_spacing="${letterSpacing}" line_height="0.86">${escapeMarkup(text)}</span>`
  return sharp({ text: { text: markup, font: `${family} ${size}px`, fontfile: file, width, dpi: 72, rgba: true, wrap: 'word-char' } })
    .png()
    .toBuffer()
}

const getHeight = async (picture: Buffer) => (await sharp(picture).metadata()).height

/** Escapes text for Pango markup. Control characters, which Pango rejects, become spaces. */
const escapeMarkup = (text: string) =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')

/** Returns the text colours of a category, resolved from the tokens. */
function resolveColours(category: string, sources: DrawingSources) {
  const names = { ink: '--ink', label: '--c-ink', onDeep: '--on-deep', onDeepQuiet: '--on-deep-2' }
  const swatches = Object.values(names).map((name) => `<path fill="var(${name})"/>`)
  const drawn = flattenPicture({ scene: `<svg viewBox="0 0 9 9" class="${category}">${swatches.join('')}</svg>`, ...sources })
  const colours = [...drawn.matchAll(/fill="([^"]+)"/g)].map((match) => match[1]!)
  return toRecord(keysOf(names), (_, index) => colours[index] ?? '#000')
}
