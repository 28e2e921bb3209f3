/** What a site says of itself, in every context. */
declare module '#platform/contract/context.ts' {
  interface SiteSettings {
    tagline: string
    description: string
    /** Where a copy is meant for; null on the main site. */
    region: 'uk' | 'eu' | 'us' | 'ca' | 'au' | null
    currency: 'gbp' | 'eur' | 'usd' | 'cad' | 'aud'
  }
}

export {}
