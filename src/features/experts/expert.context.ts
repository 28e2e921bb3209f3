/** What expert advice adds to every context. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    expertAdvice: boolean
  }
}

export {}
