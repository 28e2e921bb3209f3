/**
 * The HTML part of a mail: React components, drawn with tables and styles on the elements, as mail programs know nothing else. Without JSX,
 * as whoever sends is not built by Vite.
 */
import { createElement as h, type CSSProperties, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { styleRichHtml, type RichLook } from './mail-rich.ts'
import { operatorLineOf } from './mail-sender.policy.ts'
import type { MailBlock, MailContent, MailSite } from './mail-template.service.ts'
import { truncateText } from '#wording/cut-text.ts'

/** The colours of `tokens.css`, as programs know them that have never heard of OKLCH. */
const LIGHT = {
  page: '#f2efe4',
  card: '#fdfcf6',
  ink: '#10281c',
  quiet: '#4d6156',
  line: '#d8d5c4',
  action: '#06603c',
  onAction: '#fdfcf6',
}
const DARK = { page: '#0d1713', card: '#14221b', ink: '#f0ecdf', quiet: '#b4c2b6', line: '#2e4238', action: '#79d69b', onAction: '#0d2418' }
const SUN = '#f6c83f'
const LEAF = '#3f9a66'
const HEADING = "'Bricolage Grotesque', 'Segoe UI', Helvetica, Arial, sans-serif"
const BODY = "'Source Serif 4', Georgia, 'Times New Roman', serif"

/** In place of the colours on the elements where the reader's program is dark; the second form is Outlook's on the web. */
const dark = (within: string) =>
  `${within}.page{background:${DARK.page}!important}${within}.card{background:${DARK.card}!important;border-color:${DARK.line}!important}` +
  `${within}.ink,${within}.ink a{color:${DARK.ink}!important}${within}.quiet,${within}.quiet a{color:${DARK.quiet}!important}` +
  `${within}.line{border-color:${DARK.line}!important}` +
  `${within}.action,${within}.action a{background:${DARK.action}!important;color:${DARK.onAction}!important}`
const STYLES = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme: dark){${dark('')}}${dark('[data-ogsc] ')}@media (max-width:480px){.inside{padding:24px 20px!important}}`

/** The whole document, under 102 KB (where Gmail cuts) for anything that a person would write. It loads nothing from anywhere. */
export const renderMailHtml = (content: MailContent, sender: MailSite): string =>
  `<!doctype html>${renderToStaticMarkup(h(Letter, { content, sender }))}`

function Letter({ content, sender }: { content: MailContent; sender: MailSite }) {
  // What comes after the greeting.
  const opening = content.blocks.find((block) => block.kind === 'text' && block.text.length > 40)
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
      { className: 'page', style: { margin: 0, padding: 0, background: LIGHT.page } },
      opening?.kind === 'text' && h(Preheader, { text: opening.text }),
      h(
        Frame,
        { className: 'page', style: { background: LIGHT.page, padding: '24px 12px' }, align: 'center' },
        h(
          'div',
          { style: { maxWidth: 600, margin: '0 auto', textAlign: 'left' } },
          h(Head, { name: sender.name }),
          h(
            Frame,
            { className: 'card', style: { background: LIGHT.card, border: `1px solid ${LIGHT.line}`, borderRadius: 16 } },
            h(
              'div',
              { className: 'inside', style: { padding: '32px 36px' } },
              h('h1', { className: 'ink', style: HEADLINE, dir: 'auto' }, content.subject),
              content.blocks.map((block, at) => h(Block, { key: at, block })),
            ),
          ),
          h(Foot, { sender, unsubscribeUrl: content.unsubscribeUrl }),
        ),
      ),
    ),
  )
}

/** Beside the subject in the list of mails. */
const Preheader = ({ text }: { text: string }) =>
  h(
    'div',
    { style: { display: 'none', maxHeight: 0, overflow: 'hidden', fontSize: 1, lineHeight: '1px', opacity: 0 } },
    truncateText(text, 140, ''),
  )

/** The emblem, sun over a field, of two cells: nothing is fetched, so nobody learns that it was read. */
const Head = ({ name }: { name: string }) =>
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
          h('div', { style: { height: 16, background: SUN, borderRadius: '16px 16px 0 0' } }),
          h('div', { style: { height: 16, background: LEAF, borderRadius: '0 0 16px 16px' } }),
        ),
        h('td', { className: 'ink', style: { paddingLeft: 10, font: `700 18px/32px ${HEADING}`, color: LIGHT.ink } }, name),
      ),
    ),
  )

const Foot = ({ sender, unsubscribeUrl }: { sender: MailSite; unsubscribeUrl: string | undefined }) =>
  h(
    'p',
    { className: 'quiet', style: { margin: '16px 4px 0', font: `400 13px/1.5 ${HEADING}`, color: LIGHT.quiet } },
    operatorLineOf(sender) ?? sender.name,
    unsubscribeUrl !== undefined && ' · ',
    isWeb(unsubscribeUrl)
      ? h('a', { href: unsubscribeUrl, style: { color: LIGHT.quiet } }, 'Unsubscribe')
      : unsubscribeUrl !== undefined && `Unsubscribe: ${unsubscribeUrl}`,
  )

const HEADLINE: CSSProperties = { margin: '0 0 20px', font: `800 24px/1.25 ${HEADING}`, letterSpacing: '-0.01em', color: LIGHT.ink }
const PARAGRAPH: CSSProperties = { margin: '0 0 16px', font: `400 17px/1.55 ${BODY}`, color: LIGHT.ink, overflowWrap: 'anywhere' }

const RICH: RichLook = {
  text: `margin:0 0 16px;font:400 17px/1.55 ${BODY};color:${LIGHT.ink};overflow-wrap:anywhere`,
  heading: `margin:28px 0 10px;font:800 20px/1.3 ${HEADING};color:${LIGHT.ink}`,
  link: `color:${LIGHT.action}`,
  line: `border:0;border-top:1px solid ${LIGHT.line};margin:28px 0`,
  quote: `margin:0 0 16px;padding-left:14px;border-left:3px solid ${SUN}`,
  table: 'width:100%;border-collapse:collapse;margin:0 0 20px',
  cell: `border-bottom:1px solid ${LIGHT.line};padding:8px 12px 8px 0;text-align:left;vertical-align:top;font:400 15px/1.5 ${HEADING};color:${LIGHT.ink}`,
}

function Block({ block }: { block: MailBlock }) {
  if (block.kind === 'action') return h(Action, block)
  if (block.kind === 'facts') return h(Facts, block)
  if (block.kind === 'rich') return h('div', { dir: 'auto', dangerouslySetInnerHTML: { __html: styleRichHtml(block.html, RICH) } })
  if (block.kind === 'text') return h('p', { className: 'ink', style: PARAGRAPH, dir: 'auto' }, block.text)
  const style = { ...PARAGRAPH, whiteSpace: 'pre-wrap', borderLeft: `3px solid ${SUN}`, paddingLeft: 14 } as const
  return h('p', { className: 'ink', style, dir: 'auto' }, block.text)
}

/** An address without a host leads nowhere from a mail: it is said, and not linked. */
function Action({ label, url, isMinor }: { label: string; url: string; isMinor?: true }) {
  if (!isWeb(url)) return h('p', { className: 'ink', style: PARAGRAPH }, [label, url].join(': '))
  if (isMinor) return h('p', { className: 'ink', style: PARAGRAPH }, h('a', { href: url, style: { color: LIGHT.action } }, label))
  const look = {
    display: 'inline-block',
    padding: '12px 24px',
    font: `700 16px/24px ${HEADING}`,
    color: LIGHT.onAction,
    textDecoration: 'none',
  }
  // The cell has the colour, for Outlook's sake; the link has the room.
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
          { className: 'action', align: 'center', bgcolor: LIGHT.action, style: { background: LIGHT.action, borderRadius: 999 } } as object,
          h('a', { href: url, style: { ...look, borderRadius: 999, background: LIGHT.action } }, label),
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
        const line = {
          borderBottom: `1px solid ${LIGHT.line}`,
          padding: '8px 12px 8px 0',
          textAlign: 'left',
          verticalAlign: 'top',
        } as const
        const cell = { ...line, font: `400 15px/1.5 ${HEADING}` }
        return h(
          'tr',
          { key: name },
          h('th', { scope: 'row', className: 'quiet line', style: { ...cell, color: LIGHT.quiet, width: 110 } }, name),
          h(
            'td',
            { className: 'ink line', dir: 'auto', style: { ...cell, color: LIGHT.ink, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } },
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
/** A box that every program draws. */
const Frame = ({ className, style, align, children }: FrameProps) =>
  h(
    'table',
    { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, border: 0 },
    h('tbody', null, h('tr', null, h('td', { className, style, align }, children))),
  )

const isWeb = (url: string | undefined): boolean => /^https?:\/\//.test(url ?? '')
