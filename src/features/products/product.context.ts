/** Adds the feature switch of products to the context. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    products: boolean
  }
}

export {}
