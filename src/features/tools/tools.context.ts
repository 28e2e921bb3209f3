/** Declares the tools' feature switch. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    tools: boolean
  }
}

export {}
