/** Renders documents as tagged PDF (decision 74): real text, headings and lists for assistive technology, and page numbers. */
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import transliterate from '@sindresorhus/transliterate'
import PDFDocument from 'pdfkit'
import type { DocumentBlock } from './duty-document.policy.ts'
import { toUtcDay } from '#wording/iso-day.ts'

type PdfDocument = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement

export interface PdfOptions {
  title: string
  siteName: string
  /** BCP 47 language tag. */
  language: string
  createdAt: Date
}

const FONTS = {
  text: fileURLToPath(new URL('../pictures/fonts/card-firm.ttf', import.meta.url)),
  strong: fileURLToPath(new URL('../pictures/fonts/card-heavy.ttf', import.meta.url)),
}
const MARGIN = 60
const FOOT_MARGIN = 72
const INK = '#16211c'
const LIGHT_INK = '#4a5750'
const LINK_INK = '#0b5c43'
const SIZES = { 1: 20, 2: 14, 3: 11.5 } as const
const TEXT_SIZE = 10.5

/** Renders several documents, each on new pages, into one PDF. */
export async function toPdf(documents: readonly (readonly DocumentBlock[])[], options: PdfOptions): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: FOOT_MARGIN },
    pdfVersion: '1.7',
    // @ts-expect-error pdfkit 0.20 also supports PDF/UA, which its types do not list.
    subset: 'PDF/UA',
    tagged: true,
    lang: options.language,
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: false,
    font: FONTS.text,
    info: { Title: options.title, Author: options.siteName, CreationDate: options.createdAt },
  })
  doc.registerFont('text', FONTS.text).registerFont('strong', FONTS.strong)
  const bytes = buffer(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  for (const blocks of documents) {
    doc.addPage()
    const section = doc.struct('Sect')
    root.add(section)
    for (const block of blocks) addBlock(doc, section, block)
    section.end()
  }
  root.end()
  addFooters(doc, options)
  doc.end()
  await once(doc, 'end')
  return bytes
}

function addBlock(doc: PdfDocument, section: Element, block: DocumentBlock): void {
  if (block.kind === 'heading') return addHeading(doc, section, block.level, block.text)
  if (block.kind === 'facts') return addList(doc, section, block.facts)
  if (block.kind === 'links') return addLinks(doc, section, block.links)
  const paragraphs = block.text.split(/\r?\n/)
  const indent = block.kind === 'answer' ? 12 : 0
  for (const text of paragraphs.map(toPrintable).filter(Boolean))
    section.add(
      doc.struct('P', {}, () => {
        doc
          .font('text')
          .fontSize(TEXT_SIZE)
          .fillColor(INK)
          .text(text, MARGIN + indent, undefined, { lineGap: 2 })
      }),
    )
  doc.moveDown(0.5)
}

/** Adds a heading, on a new page if no text would fit below it. */
function addHeading(doc: PdfDocument, section: Element, level: 1 | 2 | 3, text: string): void {
  if (doc.y > doc.page.height - FOOT_MARGIN - 70) doc.addPage()
  if (doc.y > MARGIN) doc.moveDown(level === 3 ? 0.2 : 0.7)
  section.add(
    doc.struct(`H${level}`, {}, () => {
      doc.font('strong').fontSize(SIZES[level]).fillColor(INK).text(toPrintable(text), MARGIN, undefined, { lineGap: 1 })
    }),
  )
  doc.moveDown(level === 1 ? 0.5 : 0.25)
}

function addList(doc: PdfDocument, section: Element, facts: readonly { label: string; value: string }[]): void {
  const list = doc.struct('L')
  section.add(list)
  for (const { label, value } of facts) {
    const item = doc.struct('LI')
    list.add(item)
    item.add(
      doc.struct('LBody', {}, () => {
        doc.fontSize(TEXT_SIZE).fillColor(INK)
        doc.font('strong').text(`${toPrintable(label)}: `, MARGIN + 12, undefined, { continued: true, lineGap: 2 })
        doc.font('text').text(toPrintable(value) || '–', { lineGap: 2 })
      }),
    )
    item.end()
  }
  list.end()
  doc.moveDown(0.5)
}

function addLinks(doc: PdfDocument, section: Element, links: readonly { title: string; url: string }[]): void {
  for (const { title, url } of links) {
    const paragraph = doc.struct('P')
    section.add(paragraph)
    const link = doc.struct('Link', { alt: title })
    paragraph.add(link)
    doc
      .font('text')
      .fontSize(TEXT_SIZE)
      .fillColor(LINK_INK)
      .text(toPrintable(title), MARGIN + 12, undefined, { link: url, underline: true, structParent: link, structType: 'Span', lineGap: 2 })
    link.end()
    paragraph.add(
      doc.struct('Span', {}, () => {
        doc
          .fontSize(TEXT_SIZE - 2)
          .fillColor(LIGHT_INK)
          .text(url, { lineGap: 2, underline: false })
      }),
    )
    paragraph.end()
  }
  doc.moveDown(0.5)
}

/** Adds the site's name, the date and the page number to all pages. They are artifacts: screen readers skip them. */
function addFooters(doc: PdfDocument, { title, siteName, createdAt }: PdfOptions): void {
  const { start, count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index)
    // Text below the bottom margin would otherwise begin a new page.
    doc.page.margins.bottom = 0
    const y = doc.page.height - FOOT_MARGIN + 24
    const width = doc.page.width - 2 * MARGIN
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    doc.font('text').fontSize(8.5).fillColor(LIGHT_INK)
    const left = `${siteName} · ${title} · ${toUtcDay(createdAt.getTime())}`
    doc.text(toPrintable(left), MARGIN, y, { width: width - 90, height: 12, ellipsis: true, lineBreak: true })
    doc.text(`Page ${index + 1} of ${count}`, MARGIN, y, { width, align: 'right' })
    doc.endMarkedContent()
    doc.page.margins.bottom = FOOT_MARGIN
  }
}

/** Matches the characters of the typefaces: Latin with accents, punctuation and currency signs. */
const PRINTABLE =
  /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u1e80-\u1e85\u1e9e\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac\u2122\u2212\u00d7]$/u

/** Replaces characters that the typefaces do not have by Latin ones. The Markdown export has the exact text. */
function toPrintable(text: string): string {
  const latin = new Map<string, string>()
  const toLatin = (character: string): string => {
    const known = latin.get(character)
    if (known !== undefined) return known
    const found = transliterate(character)
    const printable = Array.from(found).every((character) => PRINTABLE.test(character)) ? found : '?'
    latin.set(character, printable)
    return printable
  }
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return Array.from(plain, (character) => (PRINTABLE.test(character) ? character : toLatin(character))).join('')
}
