/** Declares the articles' feature switch and view counter. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    articles: boolean
  }
  interface ViewedTables {
    articles: number
  }
}

export {}
