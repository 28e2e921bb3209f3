/** Defines the texts and links of a tool page. */
import type { Band } from '#features/tools/figures/bands.policy.ts'
import type { SpecRanges } from '#features/products/product-filter.policy.ts'

/** Catalogue filter that finds the products which suit a result. */
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
  /** Names of the headline results; the first answers the tool's question. */
  main: readonly string[]
  /** Names of the break-even results, which the page shows below the headline results. */
  breakEven: readonly string[]
  /** Names of the inputs that visitors rarely change; the form shows them in a collapsed section. */
  minor: readonly string[]
  formula: readonly string[]
  leavesOut: readonly string[]
  /** Slugs of the articles that the page links to. */
  guides: readonly string[]
  /** Names of the tools to continue with. */
  next: readonly string[]
  products?: (results: Readonly<Record<string, Band>>, input: (name: string) => string) => ProductSuggestion | undefined
}
