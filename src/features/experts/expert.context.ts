/** What expert advice adds to every context. */
declare module '#platform/context.ts' {
  interface SiteFeatures {
    expertAdvice: boolean
  }
}

export {}
