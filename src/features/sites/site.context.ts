/** Extends the context's `SiteSettings` with the settings of the sites feature. */
declare module '#platform/contract/context.ts' {
  interface SiteSettings {
    tagline: string
    description: string
    /** Target region of a tenant site; null on the main site. */
    region: 'uk' | 'eu' | 'us' | 'ca' | 'au' | null
    currency: 'gbp' | 'eur' | 'usd' | 'cad' | 'aud'
  }
}

export {}
