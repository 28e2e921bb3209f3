/** Extends the types of the context with the feature switch `expertAdvice`. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    expertAdvice: boolean
  }
}

export {}
