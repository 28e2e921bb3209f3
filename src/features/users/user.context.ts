/** What users add to every context. */
declare module '#platform/contract/context.ts' {
  interface SiteFeatures {
    userAccounts: boolean
  }
  interface SiteSettings {
    /** Whoever has no account may write as well. */
    guestPosting: boolean
  }
}

export {}
