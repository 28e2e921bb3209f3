/** Labels for the kinds of search results, in the order of their tabs. */
import type { IconName } from '#ui/pictures/icon.tsx'

interface KindLabel {
  /** Label for a tab or a group of results. */
  groupLabel: string
  /** Label for a single result. */
  resultLabel: string
  icon: IconName
}

const KIND_LABELS: Record<string, KindLabel> = {
  article: { groupLabel: 'Guides', resultLabel: 'Guide', icon: 'article' },
  product: { groupLabel: 'Products', resultLabel: 'Product', icon: 'box' },
  topic: { groupLabel: 'Forum', resultLabel: 'Forum topic', icon: 'forum' },
  expert: { groupLabel: 'Expert advice', resultLabel: 'Expert advice', icon: 'star' },
  user: { groupLabel: 'People', resultLabel: 'Member', icon: 'user' },
  category: { groupLabel: 'Categories', resultLabel: 'Category', icon: 'dashboard' },
  page: { groupLabel: 'Pages', resultLabel: 'Page', icon: 'info' },
  tool: { groupLabel: 'Tools', resultLabel: 'Tool', icon: 'settings' },
}
const KIND_ORDER = Object.keys(KIND_LABELS)

/** Returns the labels for a kind. A kind without labels gets its capitalised name. */
export const kindLabel = (kind: string): KindLabel => {
  const fallback = kind.charAt(0).toUpperCase() + kind.slice(1)
  return (Object.hasOwn(KIND_LABELS, kind) && KIND_LABELS[kind]) || { groupLabel: fallback, resultLabel: fallback, icon: 'article' }
}

const getKindPosition = (kind: string) => (KIND_ORDER.includes(kind) ? KIND_ORDER.indexOf(kind) : KIND_ORDER.length)

/** Returns the kinds that have results, in the order of their tabs. */
export const kindsInOrder = (counts: Record<string, number>): string[] =>
  Object.keys(counts)
    .filter((kind) => (counts[kind] ?? 0) > 0)
    .toSorted((a, b) => getKindPosition(a) - getKindPosition(b))
