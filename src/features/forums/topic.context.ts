/** What the forum adds to every context. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    forums: boolean
  }
  interface ViewedTables {
    topics: number
  }
}

export {}
