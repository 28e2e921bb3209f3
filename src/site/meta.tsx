/** Metadata of a page: title, description, canonical URL, share card and feeds. React hoists the elements into <head>. */
import { useLocation } from 'react-router'
import { normalizePath } from '#features/pages/page-url.policy.ts'
import { SHARE_PICTURE, sharePicturePath, type ShareKind } from '#features/pictures/picture.client.ts'
import { FEED_FORMATS, feedPath, type FeedSubject } from '#features/syndication/feed.client.ts'
import { truncateAtWord } from '#wording/cut-text.ts'
import { useOrigin } from './origin.ts'
import { pageTitle } from './page-title.ts'
import { useSite } from './shell/use-site.ts'

/** A feed and its title. */
export interface MetaFeed {
  title: string
  subject: FeedSubject
}

interface MetaProps {
  /** Title of the page; the site's name is appended if it fits. Absent: the site's name alone. */
  title?: string
  description?: string | undefined
  /** Canonical path, with the parameters that identify the page but without filters. Default: the normalised current path. */
  canonical?: string
  /** Subject of the share card; the site if absent. */
  share?: { kind: ShareKind; key: string | number }
  kind?: 'website' | 'article' | 'product' | 'profile'
  /** Further Open Graph properties by their full name, such as `article:published_time`. Those without a value are omitted. */
  facts?: Record<string, string | null | undefined>
  /** Feed of the page's content, in addition to the site's feed. */
  feed?: MetaFeed
  /** True for error and account pages; `follow` for filtered variants of another page. */
  noIndex?: boolean | 'follow'
}

/** Maximum length of a description, in characters: search engines and share cards truncate longer ones. */
const DESCRIPTION_MAX = 160

export function PageMeta({ title, description, canonical, share, kind = 'website', facts = {}, feed, noIndex = false }: MetaProps) {
  const { pathname } = useLocation()
  const origin = useOrigin()
  const { name, tagline, language } = useSite()
  const fullTitle = pageTitle(title, { name, tagline })
  const shortDescription = description && shorten(description)
  const canonicalUrl = origin + (canonical ?? normalizePath(pathname))
  const robots = noIndex === 'follow' ? 'noindex,follow' : 'noindex'
  return (
    <>
      <title>{fullTitle}</title>
      {shortDescription && <meta name="description" content={shortDescription} />}
      <meta property="og:title" content={fullTitle} />
      {shortDescription && <meta property="og:description" content={shortDescription} />}
      <meta property="og:type" content={kind} />
      <meta property="og:site_name" content={name} />
      <meta property="og:locale" content={language.replace('-', '_')} />
      {noIndex ? (
        <meta name="robots" content={robots} />
      ) : (
        <>
          <link rel="canonical" href={canonicalUrl} />
          <meta property="og:url" content={canonicalUrl} />
          {Object.entries(facts).map(([property, content]) => content && <meta key={property} property={property} content={content} />)}
          <ShareCard
            title={title ?? fullTitle}
            alt={share && title ? `${title} | ${name}` : `${name} ${tagline}`.trim()}
            description={shortDescription}
            picture={origin + sharePicturePath(share?.kind ?? 'site', share?.key)}
          />
          <FeedLinks title={name} subject={{}} />
          {feed && <FeedLinks title={`${feed.title} | ${name}`} subject={feed.subject} />}
        </>
      )}
    </>
  )
}

interface ShareCardProps {
  title: string
  description: string | undefined
  picture: string
  /** Text shown in the picture. */
  alt: string
}

function ShareCard({ title, description, picture, alt }: ShareCardProps) {
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

const FeedLinks = ({ title, subject }: { title: string; subject: FeedSubject }) =>
  FEED_FORMATS.map(({ name, file, type }) => (
    <link key={name} rel="alternate" type={type} title={`${title} (${name})`} href={feedPath(subject, file)} />
  ))

/** Returns the text on one line, truncated at a word boundary. */
const shorten = (text: string): string => truncateAtWord(text.replace(/\s+/g, ' ').trim(), DESCRIPTION_MAX - 1)
