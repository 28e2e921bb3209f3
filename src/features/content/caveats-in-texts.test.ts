/** Tests that every text and product shows the caveats it needs, and that every caveat is used. Tools: features/tools/caveats.test.ts. */
import { beforeAll, describe, expect, test } from 'vitest'
import { readCaveatEntries } from '#features/figures/caveats/caveat-file.service.ts'
import { parseCaveatLine, splitAtLinks } from '#features/figures/caveats/caveat.policy.ts'
import { TOOL_NAMES } from '#features/tools/catalogue/tool.policy.ts'
import { readContent } from './content.files.ts'

interface Piece {
  kind: 'articles' | 'expertArticles' | 'products'
  slug: string
  text: string
  category?: string
}

const entries = [...readCaveatEntries()]
let pieces: Piece[]
beforeAll(async () => {
  const { articles, expertArticles, products } = await readContent()
  pieces = [
    ...articles.map(({ slug, title, content }): Piece => ({ kind: 'articles', slug, text: `${title}\n${content}` })),
    ...expertArticles.map(({ slug, title, content }): Piece => ({ kind: 'expertArticles', slug, text: `${title}\n${content}` })),
    ...products.map(({ slug, description, features, technicalSpecs, category }): Piece => ({
      kind: 'products',
      slug,
      category,
      text: [description, features, technicalSpecs].join('\n'),
    })),
  ]
})

const listShown = ({ text }: Piece): string[] => text.split('\n').flatMap((line) => parseCaveatLine(line) ?? [])

/** Returns the keys that a text or product must show. */
function listNeeded(piece: Piece): string[] {
  return entries.flatMap(([key, { appliesTo, words, except }]) => {
    if (except.includes(piece.slug)) return []
    const isNamed = appliesTo[piece.kind].includes(piece.slug)
    const isInCategory = piece.category !== undefined && appliesTo.categories.includes(piece.category)
    const isMentioned = words !== undefined && new RegExp(words, 'i').test(piece.text)
    return isNamed || isInCategory || isMentioned ? [key] : []
  })
}

describe('caveats in texts and products', () => {
  test('every text and product shows exactly the caveats that it needs, once each', () => {
    const shown = Object.fromEntries(pieces.map((piece) => [`${piece.kind}/${piece.slug}`, listShown(piece).toSorted()]))
    const needed = Object.fromEntries(pieces.map((piece) => [`${piece.kind}/${piece.slug}`, listNeeded(piece).toSorted()]))
    expect(shown).toEqual(needed)
  })

  test('no text names a caveat in the middle of a line, where it is not shown', () => {
    const misplaced = pieces.flatMap(({ slug, text }) =>
      text.split('\n').flatMap((line) => (line.includes('{{caveat:') && parseCaveatLine(line) === undefined ? [`${slug}: ${line}`] : [])),
    )
    expect(misplaced).toEqual([])
  })

  test('the file names only texts, products, categories and tools that exist', () => {
    const slugs = (kind: Piece['kind']) => pieces.filter((piece) => piece.kind === kind).map(({ slug }) => slug)
    const categories = pieces.flatMap(({ category }) => category ?? [])
    const unknown = entries.flatMap(([key, { appliesTo, except }]) =>
      [
        ...appliesTo.articles.filter((slug) => !slugs('articles').includes(slug)),
        ...appliesTo.expertArticles.filter((slug) => !slugs('expertArticles').includes(slug)),
        ...appliesTo.products.filter((slug) => !slugs('products').includes(slug)),
        ...appliesTo.categories.filter((slug) => !categories.includes(slug)),
        ...appliesTo.tools.filter((name) => !TOOL_NAMES.some((known) => known === name)),
        ...except.filter((slug) => !pieces.some((piece) => piece.slug === slug)),
      ].map((name) => `${key}: ${name}`),
    )
    expect(unknown).toEqual([])
  })

  test('every caveat is used by a text, a product or a tool, and links to a source', () => {
    const shown = new Set(pieces.flatMap(listShown))
    const unused = entries.filter(([key, { appliesTo }]) => !shown.has(key) && appliesTo.tools.length === 0).map(([key]) => key)
    expect(unused).toEqual([])
    expect(entries.filter(([, { text }]) => !/\]\(https:\/\//.test(text)).map(([key]) => key)).toEqual([])
  })

  test('every caveat has one to three sentences', () => {
    // The segmenter is not confused by numbers and abbreviations such as "1 m".
    const segmenter = new Intl.Segmenter('en-GB', { granularity: 'sentence' })
    const long = entries.flatMap(([key, { text }]) => {
      const sentences = [
        ...segmenter.segment(
          splitAtLinks(text)
            .map((part) => part.text)
            .join(''),
        ),
      ].length
      return sentences > 3 ? [`${key}: ${sentences}`] : []
    })
    expect(long).toEqual([])
  })
})
