/** Creates the web app manifest, with which a site can be installed on a home screen. */
import { readSources } from './picture.service.ts'
import { readPalette, toHexColour } from './picture.palette.ts'
import { truncateAtWord } from '#wording/cut-text.ts'

const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
]
/** Recommended maximum length of `short_name` in characters. */
const MAX_SHORT_NAME_CHARACTERS = 12

export async function createWebManifest(site: { name: string; tagline: string; description: string; language: string }) {
  const { values } = readPalette((await readSources()).tokens)
  const paper = toHexColour(values.get('--paper')?.[0] ?? '')
  const { name, tagline, description, language } = site
  return {
    id: '/',
    name: `${name} ${tagline}`.trim(),
    short_name: truncateAtWord(name, MAX_SHORT_NAME_CHARACTERS, ''),
    description,
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: paper,
    theme_color: paper,
    icons: ICONS,
  }
}
