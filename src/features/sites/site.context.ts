/** Additions of sites to the context. */
declare module '#platform/contract/context.ts' {
  interface SiteSettings {
    tagline: string
    description: string
    /** Target region of a launched site; null on the main site. */
    region: 'uk' | 'eu' | 'us' | 'ca' | 'au' | null
    currency: 'gbp' | 'eur' | 'usd' | 'cad' | 'aud'
  }
}

export {}
