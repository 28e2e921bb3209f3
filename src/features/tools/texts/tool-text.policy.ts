/** What a tool's page says beside its numbers. */
import type { Band } from '#features/tools/figures/bands.policy.ts'
import type { SpecRanges } from '#features/products/product-filter.policy.ts'

/** Products that meet a result, as a list of the catalogue narrowed by their figures. */
export interface ProductWish {
  category: string
  ranges: SpecRanges
  /** Above the list, as a sentence. */
  about: string
}

export interface ToolText {
  /** Slug of the category in whose colours it stands, and whose topics fit. */
  category: string
  /** In `/art/`, without its ending. */
  picture: string
  /** What the results are called, in the order in which they are shown. */
  results: Readonly<Record<string, string>>
  /** The one that answers the question, and those beside it in large. */
  main: readonly string[]
  /** The results that go on holding when prices change. */
  breakEven: readonly string[]
  /** Inputs that few need to change: they stand folded up. */
  minor: readonly string[]
  formula: readonly string[]
  leavesOut: readonly string[]
  /** Slugs. */
  guides: readonly string[]
  /** Other tools that go on from here. */
  next: readonly string[]
  products?: (results: Readonly<Record<string, Band>>, input: (name: string) => string) => ProductWish | undefined
}
