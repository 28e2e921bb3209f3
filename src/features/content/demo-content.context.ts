/** What the demo content adds to every context. */
declare module '#platform/contract/context.ts' {
  interface SiteSettings {
    /** The site holds invented people and products. */
    demoContent: boolean
  }
}

export {}
