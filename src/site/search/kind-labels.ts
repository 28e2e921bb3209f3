/** Labels of the kinds of search results, in the order of their tabs. */
import type { IconName } from '#ui/pictures/icon.tsx'

interface KindLabel {
  /** Heading of a group. */
  all: string
  /** Label of a single result. */
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

/** Falls back to the capitalised kind for kinds without a label. */
export const kindLabel = (kind: string): KindLabel => {
  const fallback = kind.charAt(0).toUpperCase() + kind.slice(1)
  return (Object.hasOwn(KIND_LABELS, kind) && KIND_LABELS[kind]) || { all: fallback, one: fallback, icon: 'article' }
}

const indexOf = (kind: string) => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length)

/** Kinds with results, in the order of their tabs. */
export const kindsInOrder = (counts: Record<string, number>): string[] =>
  Object.keys(counts)
    .filter((kind) => (counts[kind] ?? 0) > 0)
    .toSorted((a, b) => indexOf(a) - indexOf(b))
