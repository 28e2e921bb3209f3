/** Adds the feature switch of expert advice. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    expertAdvice: boolean
  }
}

export {}
