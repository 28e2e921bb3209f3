/** What enquiries add to every context. */
declare module '#platform/context.ts' {
  interface SiteSettings {
    /** Where new enquiries are announced; several addresses with commas between them, empty for nowhere. */
    enquiryEmail: string
  }
}

export {}
