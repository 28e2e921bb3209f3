/** Serialises a feed as RSS 2.0, Atom 1.0 (RFC 4287) or JSON Feed 1.1. */
import { feedPath, type FeedFile } from './feed.client.ts'
import type { Feed, FeedItem } from './feed.service.ts'
import { wrapXml, xmlElement, emptyXmlElement, escapeXml, xmlDocument } from './xml.ts'

export const writeFeed: Record<FeedFile, (feed: Feed) => string> = {
  'feed.xml': toRss,
  'feed.atom': toAtom,
  'feed.json': toJson,
}

const getSelfUrl = ({ origin, subject }: Feed, file: FeedFile): string => origin + feedPath(subject, file)

/** Formats a time as RFC 822, which RSS requires. */
const formatRfc822 = (time: string): string => new Date(time).toUTCString()

/** Escapes plain text once more for RSS, whose readers interpret descriptions as HTML. */
const escapeForHtml = escapeXml

function toRss(feed: Feed): string {
  const channel = [
    xmlElement('title', feed.title),
    xmlElement('link', feed.page),
    xmlElement('description', feed.description || feed.title),
    xmlElement('language', feed.language),
    xmlElement('lastBuildDate', formatRfc822(feed.updatedAt)),
    emptyXmlElement('atom:link', { href: getSelfUrl(feed, 'feed.xml'), rel: 'self', type: 'application/rss+xml' }),
    ...feed.items.map((item) =>
      wrapXml('item', [
        xmlElement('title', item.title),
        xmlElement('link', item.url),
        xmlElement('guid', item.id, { isPermaLink: 'false' }),
        xmlElement('pubDate', formatRfc822(item.publishedAt)),
        xmlElement('dc:creator', item.author),
        xmlElement('category', item.category),
        xmlElement('description', escapeForHtml(item.summary)),
        xmlElement('content:encoded', item.html),
      ]),
    ),
  ]
  return xmlDocument(
    wrapXml('rss', [wrapXml('channel', channel)], {
      version: '2.0',
      'xmlns:atom': 'http://www.w3.org/2005/Atom',
      'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    }),
  )
}

function toAtom(feed: Feed): string {
  const parts = [
    xmlElement('id', feed.id),
    xmlElement('title', feed.title),
    xmlElement('subtitle', feed.description),
    xmlElement('updated', feed.updatedAt),
    wrapXml('author', [xmlElement('name', feed.siteName)]),
    emptyXmlElement('link', { rel: 'self', type: 'application/atom+xml', href: getSelfUrl(feed, 'feed.atom') }),
    emptyXmlElement('link', { rel: 'alternate', type: 'text/html', href: feed.page }),
    xmlElement('icon', `${feed.origin}/favicon.svg`),
    ...feed.items.map((item) =>
      wrapXml('entry', [
        xmlElement('id', item.id),
        xmlElement('title', item.title),
        emptyXmlElement('link', { rel: 'alternate', type: 'text/html', href: item.url }),
        xmlElement('published', item.publishedAt),
        xmlElement('updated', item.updatedAt),
        wrapXml('author', [xmlElement('name', item.author)]),
        item.category ? emptyXmlElement('category', { term: item.category }) : '',
        xmlElement('summary', item.summary),
        xmlElement('content', item.html, { type: 'html' }),
      ]),
    ),
  ]
  return xmlDocument(wrapXml('feed', parts, { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language }))
}

function toJson(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.page,
    feed_url: getSelfUrl(feed, 'feed.json'),
    description: feed.description || undefined,
    favicon: `${feed.origin}/favicon.svg`,
    authors: [{ name: feed.siteName, url: `${feed.origin}/` }],
    language: feed.language,
    items: feed.items.map((item: FeedItem) => ({
      id: item.id,
      url: item.url,
      title: item.title,
      content_html: item.html,
      summary: item.summary || undefined,
      image: item.image,
      date_published: item.publishedAt,
      date_modified: item.updatedAt,
      authors: [{ name: item.author }],
      tags: item.category ? [item.category] : undefined,
    })),
  })
}
