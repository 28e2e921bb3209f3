/** Adds the setting and the context function of analytics to the types of the layers below. */
declare module '#platform/contract/context.ts' {
  interface SiteSettings {
    /** Whether page views are counted. */
    analytics: boolean
  }
  interface Context {
    /** Counts a client-side navigation and returns whether it was counted. Absent while the site does not count visits. */
    recordPageView?: (path: string) => boolean
  }
}

export {}
