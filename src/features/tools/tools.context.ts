/** What tools add to every context. */
declare module '#platform/context.ts' {
  interface SiteFeatures {
    tools: boolean
  }
}

export {}
