/** What tools add to every context. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    tools: boolean
  }
}

export {}
