/** Feature switch and setting of this feature. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    userAccounts: boolean
  }
  interface SiteSettings {
    /** Visitors without an account may post. */
    guestPosting: boolean
  }
}

export {}
