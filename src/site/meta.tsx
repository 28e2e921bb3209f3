/** Writes the metadata of a page: title, description, canonical URL, share card and feeds. React hoists the elements into <head>. */
import { useLocation } from 'react-router'
import { normalizePath } from '#features/pages/page-url.policy.ts'
import { SHARE_PICTURE, sharePicturePath, type ShareKind } from '#features/pictures/picture.client.ts'
import { FEED_FORMATS, feedPath, type FeedSubject } from '#features/syndication/feed.client.ts'
import { truncateAtWord } from '#wording/cut-text.ts'
import { useOrigin } from './origin.ts'
import { pageTitle } from './page-title.ts'
import { useSite } from './shell/use-site.ts'

export interface MetaFeed {
  title: string
  subject: FeedSubject
}

interface MetaProps {
  /** Title of the page. The site's name and tagline are appended if they fit. Undefined: the title consists of these alone. */
  title?: string
  description?: string | undefined
  /** Canonical path with the parameters that identify the page, such as the page number, but without filters. Default: the current path. */
  canonical?: string
  /** Subject of the share picture. Default: the site. */
  share?: { kind: ShareKind; key: string | number }
  kind?: 'website' | 'article' | 'product' | 'profile'
  /** More Open Graph properties by their full name, such as `article:published_time`. Properties without a value are omitted. */
  facts?: Record<string, string | null | undefined>
  /** Feed with the content of the page, in addition to the site's feed. */
  feed?: MetaFeed
  /** True: search engines may neither index the page nor follow its links. `follow`: they may follow its links only. */
  noIndex?: boolean | 'follow'
  /** Whether the page is about demo content: share cards say so, and search engines may only follow its links. */
  isDemo?: boolean | undefined
}

/** Max length of a description in characters. Search engines and share cards truncate longer ones. */
const MAX_DESCRIPTION_LENGTH = 160

export function PageMeta({
  title,
  description,
  canonical,
  share,
  kind = 'website',
  facts = {},
  feed,
  noIndex = false,
  isDemo = false,
}: MetaProps) {
  const { pathname } = useLocation()
  const origin = useOrigin()
  const { name: siteName, tagline, language } = useSite()
  const fullTitle = pageTitle(title, { name: siteName, tagline })
  const shortDescription = description && shorten(description)
  const canonicalUrl = origin + (canonical ?? normalizePath(pathname))
  const robots = noIndex === true ? 'noindex' : 'noindex,follow'
  const markDemo = (text: string) => (isDemo ? `Demo: ${text}` : text)
  return (
    <>
      <title>{fullTitle}</title>
      {shortDescription && <meta name="description" content={shortDescription} />}
      <meta property="og:title" content={markDemo(fullTitle)} />
      {shortDescription && <meta property="og:description" content={shortDescription} />}
      <meta property="og:type" content={kind} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:locale" content={language.replace('-', '_')} />
      {(noIndex || isDemo) && <meta name="robots" content={robots} />}
      {!noIndex && (
        <>
          <link rel="canonical" href={canonicalUrl} />
          <meta property="og:url" content={canonicalUrl} />
          {Object.entries(facts).map(([property, content]) => content && <meta key={property} property={property} content={content} />)}
          <ShareCard
            title={markDemo(title ?? fullTitle)}
            alt={share && title ? `${markDemo(title)} | ${siteName}` : `${siteName} ${tagline}`.trim()}
            description={shortDescription}
            pictureUrl={origin + sharePicturePath(share?.kind ?? 'site', share?.key)}
          />
          <FeedLinks title={siteName} subject={{}} />
          {feed && <FeedLinks title={`${feed.title} | ${siteName}`} subject={feed.subject} />}
        </>
      )}
    </>
  )
}

interface ShareCardProps {
  title: string
  description: string | undefined
  pictureUrl: string
  /** Text in the picture. */
  alt: string
}

function ShareCard({ title, description, pictureUrl, alt }: ShareCardProps) {
  return (
    <>
      <meta property="og:image" content={pictureUrl} />
      <meta property="og:image:type" content={SHARE_PICTURE.type} />
      <meta property="og:image:width" content={String(SHARE_PICTURE.width)} />
      <meta property="og:image:height" content={String(SHARE_PICTURE.height)} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      {description && <meta name="twitter:description" content={description} />}
      <meta name="twitter:image" content={pictureUrl} />
      <meta name="twitter:image:alt" content={alt} />
    </>
  )
}

const FeedLinks = ({ title, subject }: { title: string; subject: FeedSubject }) =>
  FEED_FORMATS.map(({ name, file, type }) => (
    <link key={name} rel="alternate" type={type} title={`${title} (${name})`} href={feedPath(subject, file)} />
  ))

/** Returns the text as one line, truncated at a word boundary. */
const shorten = (text: string): string => truncateAtWord(text.replace(/\s+/g, ' ').trim(), MAX_DESCRIPTION_LENGTH - 1)
