/**
 * Renders the HTML part of a mail with React, using tables and inline styles, because mail clients support little else. JSX is not used,
 * because the server also runs unbuilt, where Node.js only strips types.
 */
import { createElement as h, type CSSProperties, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { styleRichHtml, type RichStyles } from './mail-rich.ts'
import { getOperatorLine } from './mail-sender.policy.ts'
import type { MailBlock, MailContent, MailSite } from './mail-template.service.ts'
import { truncateText } from '#wording/cut-text.ts'

/** The colours from `tokens.css` as hex values, because mail clients do not support OKLCH. */
const LIGHT_COLOURS = {
  page: '#f2efe4',
  card: '#fdfcf6',
  ink: '#10281c',
  quiet: '#4d6156',
  line: '#d8d5c4',
  action: '#06603c',
  onAction: '#fdfcf6',
}
const DARK_COLOURS = {
  page: '#0d1713',
  card: '#14221b',
  ink: '#f0ecdf',
  quiet: '#b4c2b6',
  line: '#2e4238',
  action: '#79d69b',
  onAction: '#0d2418',
}
const SUN_COLOUR = '#f6c83f'
const LEAF_COLOUR = '#3f9a66'
const HEADING_FONTS = "'Bricolage Grotesque', 'Segoe UI', Helvetica, Arial, sans-serif"
const BODY_FONTS = "'Source Serif 4', Georgia, 'Times New Roman', serif"

/** Overrides the inline colours in dark mode. @param within selector prefix; `[data-ogsc]` is for Outlook on the web */
const createDarkStyles = (selectorPrefix: string) =>
  `${selectorPrefix}.page{background:${DARK_COLOURS.page}!important}${selectorPrefix}.card{background:${DARK_COLOURS.card}!important;border-color:${DARK_COLOURS.line}!important}` +
  `${selectorPrefix}.ink,${selectorPrefix}.ink a{color:${DARK_COLOURS.ink}!important}${selectorPrefix}.quiet,${selectorPrefix}.quiet a{color:${DARK_COLOURS.quiet}!important}` +
  `${selectorPrefix}.line{border-color:${DARK_COLOURS.line}!important}` +
  `${selectorPrefix}.action,${selectorPrefix}.action a{background:${DARK_COLOURS.action}!important;color:${DARK_COLOURS.onAction}!important}`
const STYLES = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme: dark){${createDarkStyles('')}}${createDarkStyles('[data-ogsc] ')}@media (max-width:480px){.inside{padding:24px 20px!important}}`

/** Returns the whole document, without external resources. Gmail clips mails over 102 KB, which realistic content does not reach. */
export const renderMailHtml = (content: MailContent, sender: MailSite): string =>
  `<!doctype html>${renderToStaticMarkup(h(MailDocument, { content, sender }))}`

function MailDocument({ content, sender }: { content: MailContent; sender: MailSite }) {
  // Finds the first paragraph after the greeting, which usually has fewer than 40 characters.
  const openingBlock = content.blocks.find((block) => block.kind === 'text' && block.text.length > 40)
  return h(
    'html',
    { lang: sender.language },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
      h('title', null, content.subject),
      h('style', { dangerouslySetInnerHTML: { __html: STYLES } }),
    ),
    h(
      'body',
      { className: 'page', style: { margin: 0, padding: 0, background: LIGHT_COLOURS.page } },
      openingBlock?.kind === 'text' && h(Preheader, { text: openingBlock.text }),
      h(
        Frame,
        { className: 'page', style: { background: LIGHT_COLOURS.page, padding: '24px 12px' }, align: 'center' },
        h(
          'div',
          { style: { maxWidth: 600, margin: '0 auto', textAlign: 'left' } },
          h(Header, { name: sender.name }),
          h(
            Frame,
            { className: 'card', style: { background: LIGHT_COLOURS.card, border: `1px solid ${LIGHT_COLOURS.line}`, borderRadius: 16 } },
            h(
              'div',
              { className: 'inside', style: { padding: '32px 36px' } },
              h('h1', { className: 'ink', style: HEADLINE_STYLE, dir: 'auto' }, content.subject),
              content.blocks.map((block, index) => h(Block, { key: index, block })),
            ),
          ),
          h(Footer, { sender, unsubscribeUrl: content.unsubscribeUrl }),
        ),
      ),
    ),
  )
}

/** Renders the hidden preview text that mail clients show next to the subject. */
const Preheader = ({ text }: { text: string }) =>
  h(
    'div',
    { style: { display: 'none', maxHeight: 0, overflow: 'hidden', fontSize: 1, lineHeight: '1px', opacity: 0 } },
    truncateText(text, 140, ''),
  )

/** Draws the emblem, a sun over a field, with two boxes: requesting an image would reveal that the mail was read. */
const Header = ({ name }: { name: string }) =>
  h(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, style: { margin: '0 0 16px 4px' } },
    h(
      'tbody',
      null,
      h(
        'tr',
        null,
        h(
          'td',
          { width: 32, style: { width: 32, lineHeight: 0, fontSize: 0 } },
          h('div', { style: { height: 16, background: SUN_COLOUR, borderRadius: '16px 16px 0 0' } }),
          h('div', { style: { height: 16, background: LEAF_COLOUR, borderRadius: '0 0 16px 16px' } }),
        ),
        h('td', { className: 'ink', style: { paddingLeft: 10, font: `700 18px/32px ${HEADING_FONTS}`, color: LIGHT_COLOURS.ink } }, name),
      ),
    ),
  )

const Footer = ({ sender, unsubscribeUrl }: { sender: MailSite; unsubscribeUrl: string | undefined }) =>
  h(
    'p',
    { className: 'quiet', style: { margin: '16px 4px 0', font: `400 13px/1.5 ${HEADING_FONTS}`, color: LIGHT_COLOURS.quiet } },
    getOperatorLine(sender) ?? sender.name,
    unsubscribeUrl !== undefined && ' · ',
    isWebUrl(unsubscribeUrl)
      ? h('a', { href: unsubscribeUrl, style: { color: LIGHT_COLOURS.quiet } }, 'Unsubscribe')
      : unsubscribeUrl !== undefined && `Unsubscribe: ${unsubscribeUrl}`,
  )

const HEADLINE_STYLE: CSSProperties = {
  margin: '0 0 20px',
  font: `800 24px/1.25 ${HEADING_FONTS}`,
  letterSpacing: '-0.01em',
  color: LIGHT_COLOURS.ink,
}
const PARAGRAPH_STYLE: CSSProperties = {
  margin: '0 0 16px',
  font: `400 17px/1.55 ${BODY_FONTS}`,
  color: LIGHT_COLOURS.ink,
  overflowWrap: 'anywhere',
}

const RICH_STYLES: RichStyles = {
  text: `margin:0 0 16px;font:400 17px/1.55 ${BODY_FONTS};color:${LIGHT_COLOURS.ink};overflow-wrap:anywhere`,
  heading: `margin:28px 0 10px;font:800 20px/1.3 ${HEADING_FONTS};color:${LIGHT_COLOURS.ink}`,
  link: `color:${LIGHT_COLOURS.action}`,
  line: `border:0;border-top:1px solid ${LIGHT_COLOURS.line};margin:28px 0`,
  quote: `margin:0 0 16px;padding-left:14px;border-left:3px solid ${SUN_COLOUR}`,
  table: 'width:100%;border-collapse:collapse;margin:0 0 20px',
  cell: `border-bottom:1px solid ${LIGHT_COLOURS.line};padding:8px 12px 8px 0;text-align:left;vertical-align:top;font:400 15px/1.5 ${HEADING_FONTS};color:${LIGHT_COLOURS.ink}`,
}

function Block({ block }: { block: MailBlock }) {
  if (block.kind === 'action') return h(Action, block)
  if (block.kind === 'facts') return h(Facts, block)
  if (block.kind === 'rich') return h('div', { dir: 'auto', dangerouslySetInnerHTML: { __html: styleRichHtml(block.html, RICH_STYLES) } })
  if (block.kind === 'text') return h('p', { className: 'ink', style: PARAGRAPH_STYLE, dir: 'auto' }, block.text)
  const style = { ...PARAGRAPH_STYLE, whiteSpace: 'pre-wrap', borderLeft: `3px solid ${SUN_COLOUR}`, paddingLeft: 14 } as const
  return h('p', { className: 'ink', style, dir: 'auto' }, block.text)
}

/** Renders a button or a link. A path without a host would not work as a link in a mail, so it is shown as text. */
function Action({ label, url, isMinor }: { label: string; url: string; isMinor?: true }) {
  if (!isWebUrl(url)) return h('p', { className: 'ink', style: PARAGRAPH_STYLE }, [label, url].join(': '))
  if (isMinor)
    return h('p', { className: 'ink', style: PARAGRAPH_STYLE }, h('a', { href: url, style: { color: LIGHT_COLOURS.action } }, label))
  const buttonStyle = {
    display: 'inline-block',
    padding: '12px 24px',
    font: `700 16px/24px ${HEADING_FONTS}`,
    color: LIGHT_COLOURS.onAction,
    textDecoration: 'none',
  }
  // Outlook needs the background on the cell, as it ignores the padding of the link.
  return h(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, style: { margin: '8px 0 24px' } },
    h(
      'tbody',
      null,
      h(
        'tr',
        null,
        h(
          'td',
          {
            className: 'action',
            align: 'center',
            bgcolor: LIGHT_COLOURS.action,
            style: { background: LIGHT_COLOURS.action, borderRadius: 999 },
          } as object,
          h('a', { href: url, style: { ...buttonStyle, borderRadius: 999, background: LIGHT_COLOURS.action } }, label),
        ),
      ),
    ),
  )
}

const Facts = ({ facts }: { facts: readonly (readonly [string, string])[] }) =>
  h(
    'table',
    { cellPadding: 0, cellSpacing: 0, border: 0, width: '100%', style: { margin: '0 0 20px' } },
    h(
      'tbody',
      null,
      facts.map(([name, value]) => {
        const borderStyle = {
          borderBottom: `1px solid ${LIGHT_COLOURS.line}`,
          padding: '8px 12px 8px 0',
          textAlign: 'left',
          verticalAlign: 'top',
        } as const
        const cellStyle = { ...borderStyle, font: `400 15px/1.5 ${HEADING_FONTS}` }
        return h(
          'tr',
          { key: name },
          h('th', { scope: 'row', className: 'quiet line', style: { ...cellStyle, color: LIGHT_COLOURS.quiet, width: 110 } }, name),
          h(
            'td',
            {
              className: 'ink line',
              dir: 'auto',
              style: { ...cellStyle, color: LIGHT_COLOURS.ink, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
            },
            value,
          ),
        )
      }),
    ),
  )

interface FrameProps {
  className: string
  style: CSSProperties
  align?: 'center'
  children?: ReactNode
}
/** Renders a box that every mail client supports: a table with a single cell. */
const Frame = ({ className, style, align, children }: FrameProps) =>
  h(
    'table',
    { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, border: 0 },
    h('tbody', null, h('tr', null, h('td', { className, style, align }, children))),
  )

const isWebUrl = (url: string | undefined): boolean => /^https?:\/\//.test(url ?? '')
