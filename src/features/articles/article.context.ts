/** What articles add to every context. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    articles: boolean
  }
  interface ViewedTables {
    articles: number
  }
}

export {}
