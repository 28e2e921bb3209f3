/** Adds the feature switch of the forum, and counted views of topics, to the context. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    forums: boolean
  }
  interface ViewedTables {
    topics: number
  }
}

export {}
