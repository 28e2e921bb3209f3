/** What products add to every context. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    products: boolean
  }
}

export {}
