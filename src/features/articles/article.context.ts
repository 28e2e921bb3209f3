/** What articles add to every context. */
declare module '#platform/context.ts' {
  interface SiteFeatures {
    articles: boolean
  }
  interface ViewedTables {
    articles: number
  }
}

export {}
