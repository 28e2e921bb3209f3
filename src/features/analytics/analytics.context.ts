/** What analytics adds to every context. */
declare module '#platform/contract/context.ts' {
  interface SiteSettings {
    /** Looks at the site's pages are counted for its administrator. */
    analytics: boolean
  }
  interface Context {
    /** There while the site counts visits: called when the visitor has moved to another page inside the app. Answers whether it counts. */
    recordPageView?: (path: string) => boolean
  }
}

export {}
