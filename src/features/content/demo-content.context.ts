/** Adds the setting that marks sites with demo content. */
declare module '#platform/contract/context.ts' {
  interface SiteSettings {
    /** Whether the site has invented people and products. */
    demoContent: boolean
  }
}

export {}
