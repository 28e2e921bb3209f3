/** What products add to every context. */
declare module '#platform/context.ts' {
  interface SiteFeatures {
    products: boolean
  }
}

export {}
