/** A page's own head: title, description, canonical address. React hoists them, on the server and on every move. */
import { useLocation } from 'react-router'
import { useOrigin } from './origin.ts'
import { useSite } from './shell/use-site.ts'

export interface MetaProps {
  /** The page's own title; the site's stands behind it. Absent: the site's alone. */
  title?: string
  description?: string | undefined
  /** Path with the parameters that make this page what it is; the current path when absent. */
  canonical?: string
  /** A picture's path, for sharing. */
  image?: string | null | undefined
  kind?: 'website' | 'article' | 'product'
  /** Pages that say "not found" or that only filter another page. */
  noIndex?: boolean
}

/** Search engines and shared cards show about this much. */
const DESCRIPTION = 160

export function Meta({ title, description, canonical, kind = 'website', noIndex }: MetaProps) {
  const { pathname } = useLocation()
  const origin = useOrigin()
  const { name, tagline, language } = useSite()
  const full = [title, `${name} ${tagline}`.trim()].filter(Boolean).join(' | ')
  const address = `${origin}${canonical ?? pathname}`
  const short = description?.slice(0, DESCRIPTION)
  return (
    <>
      <title>{full}</title>
      {short && <meta name="description" content={short} />}
      <meta property="og:title" content={full} />
      {short && <meta property="og:description" content={short} />}
      <meta property="og:type" content={kind} />
      <meta property="og:site_name" content={name} />
      <meta property="og:locale" content={language.replace('-', '_')} />
      {noIndex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      {!noIndex && <meta property="og:url" content={address} />}
    </>
  )
}
