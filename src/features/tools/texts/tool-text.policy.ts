/** Texts and links of a tool page. */
import type { Band } from '#features/tools/figures/bands.policy.ts'
import type { SpecRanges } from '#features/products/product-filter.policy.ts'

/** Catalogue filter for products that suit a result. */
export interface ProductSuggestion {
  category: string
  ranges: SpecRanges
  /** Sentence above the product list. */
  about: string
}

export interface ToolText {
  /** Slug of the category that gives the page its colours and related topics. */
  category: string
  /** Path in `/art/`, without extension. */
  picture: string
  /** Labels of the results, in display order. */
  results: Readonly<Record<string, string>>
  /** Headline results; the first answers the tool's question. */
  main: readonly string[]
  /** Break-even results, shown below the headline results. */
  breakEven: readonly string[]
  /** Rarely changed inputs, shown in a collapsed section. */
  minor: readonly string[]
  formula: readonly string[]
  leavesOut: readonly string[]
  /** Slugs of articles. */
  guides: readonly string[]
  /** Tools to continue with. */
  next: readonly string[]
  products?: (results: Readonly<Record<string, Band>>, input: (name: string) => string) => ProductSuggestion | undefined
}
