/** Extends the types of the context with the feature switch and the setting of the users feature. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    userAccounts: boolean
  }
  interface SiteSettings {
    /** Whether visitors without an account may post. */
    guestPosting: boolean
  }
}

export {}
