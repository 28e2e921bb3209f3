/** Declares the setting that marks sites with demo content. */
declare module '#platform/contract/context.ts' {
  interface SiteSettings {
    /** Whether the site still has the invented people and products. */
    demoContent: boolean
  }
}

export {}
