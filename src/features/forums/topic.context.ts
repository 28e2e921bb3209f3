/** Extends the types of the context with the feature switch `forums`, and with topics as a table whose views are counted. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    forums: boolean
  }
  interface ViewedTables {
    topics: number
  }
}

export {}
