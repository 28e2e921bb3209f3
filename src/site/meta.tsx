/** A page's own head: title, description, canonical address, card for sharing, feeds. React hoists them, on the server and on every move. */
import { useLocation } from 'react-router'
import { normalizePath } from '#features/pages/page-url.policy.ts'
import { SHARE_PICTURE, sharePicturePath, type ShareKind } from '#features/pictures/picture.client.ts'
import { FEED_FORMS, feedPath, type FeedSubject } from '#features/syndication/feed.client.ts'
import { truncateAtWord } from '#wording/cut-text.ts'
import { useOrigin } from './origin.ts'
import { pageTitle } from './page-title.ts'
import { useSite } from './shell/use-site.ts'

/** A feed, and what it is called. */
export interface MetaFeed {
  title: string
  of: FeedSubject
}

interface MetaProps {
  /** The page's own title; the site's stands behind it where there is room. Absent: the site's alone. */
  title?: string
  description?: string | undefined
  /** Path with the parameters that make this page what it is, never those that only filter it; the current path, in its one spelling, when absent. */
  canonical?: string
  /** Whose card stands for this page where it is shared; the site's own when absent. */
  share?: { kind: ShareKind; key: string | number }
  kind?: 'website' | 'article' | 'product' | 'profile'
  /** What else an `og:` reader wants to know, by its full name: `article:published_time`. What has no value is left out. */
  facts?: Record<string, string | null | undefined>
  /** A feed of what this page shows, beside the site's own. */
  feed?: MetaFeed
  /** Pages that say "not found", account pages; `follow` for those that only filter another page. */
  noIndex?: boolean | 'follow'
}

/** Search engines and shared cards show about this much. */
const DESCRIPTION = 160

export function PageMeta({ title, description, canonical, share, kind = 'website', facts = {}, feed, noIndex = false }: MetaProps) {
  const { pathname } = useLocation()
  const origin = useOrigin()
  const { name, tagline, language } = useSite()
  const full = pageTitle(title, { name, tagline })
  const short = description && shorten(description)
  const address = origin + (canonical ?? normalizePath(pathname))
  const robots = noIndex === 'follow' ? 'noindex,follow' : 'noindex'
  return (
    <>
      <title>{full}</title>
      {short && <meta name="description" content={short} />}
      <meta property="og:title" content={full} />
      {short && <meta property="og:description" content={short} />}
      <meta property="og:type" content={kind} />
      <meta property="og:site_name" content={name} />
      <meta property="og:locale" content={language.replace('-', '_')} />
      {noIndex ? (
        <meta name="robots" content={robots} />
      ) : (
        <>
          <link rel="canonical" href={address} />
          <meta property="og:url" content={address} />
          {Object.entries(facts).map(([property, content]) => content && <meta key={property} property={property} content={content} />)}
          <Card
            title={title ?? full}
            alt={share && title ? `${title} | ${name}` : `${name} ${tagline}`.trim()}
            description={short}
            picture={origin + sharePicturePath(share?.kind ?? 'site', share?.key)}
          />
          <Feeds title={name} of={{}} />
          {feed && <Feeds title={`${feed.title} | ${name}`} of={feed.of} />}
        </>
      )}
    </>
  )
}

interface CardProps {
  title: string
  description: string | undefined
  picture: string
  /** The words that stand on the picture. */
  alt: string
}

function Card({ title, description, picture, alt }: CardProps) {
  return (
    <>
      <meta property="og:image" content={picture} />
      <meta property="og:image:type" content={SHARE_PICTURE.type} />
      <meta property="og:image:width" content={String(SHARE_PICTURE.width)} />
      <meta property="og:image:height" content={String(SHARE_PICTURE.height)} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      {description && <meta name="twitter:description" content={description} />}
      <meta name="twitter:image" content={picture} />
      <meta name="twitter:image:alt" content={alt} />
    </>
  )
}

const Feeds = ({ title, of }: { title: string; of: FeedSubject }) =>
  FEED_FORMS.map(({ name, file, type }) => (
    <link key={name} rel="alternate" type={type} title={`${title} (${name})`} href={feedPath(of, file)} />
  ))

/** Returns the text in one line, cut between two words. */
const shorten = (text: string): string => truncateAtWord(text.replace(/\s+/g, ' ').trim(), DESCRIPTION - 1)
