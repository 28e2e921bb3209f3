/** What the kinds of results are called, in the order of their tabs. */
import type { IconName } from '#ui/pictures/icon.tsx'

interface KindLabel {
  /** Above many. */
  all: string
  /** Beside one. */
  one: string
  icon: IconName
}

const KIND_LABELS: Record<string, KindLabel> = {
  article: { all: 'Guides', one: 'Guide', icon: 'article' },
  product: { all: 'Products', one: 'Product', icon: 'box' },
  topic: { all: 'Forum', one: 'Forum topic', icon: 'forum' },
  expert: { all: 'Expert advice', one: 'Expert advice', icon: 'star' },
  user: { all: 'People', one: 'Member', icon: 'user' },
  category: { all: 'Categories', one: 'Category', icon: 'dashboard' },
  page: { all: 'Pages', one: 'Page', icon: 'info' },
}
const ORDER = Object.keys(KIND_LABELS)

/** A kind that this list does not know yet is called by its own word. */
export const kindLabel = (kind: string): KindLabel => {
  const word = kind.charAt(0).toUpperCase() + kind.slice(1)
  return (Object.hasOwn(KIND_LABELS, kind) && KIND_LABELS[kind]) || { all: word, one: word, icon: 'article' }
}

const placeOf = (kind: string) => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length)

/** The kinds of which something was found. */
export const kindsInOrder = (counts: Record<string, number>): string[] =>
  Object.keys(counts)
    .filter((kind) => (counts[kind] ?? 0) > 0)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
