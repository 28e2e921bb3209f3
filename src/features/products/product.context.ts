/** Extends the types of the context with the feature switch `products`. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    products: boolean
  }
}

export {}
