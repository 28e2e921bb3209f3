import { describe, expect, it } from 'vitest'
import { shortenPath } from './path.shorten.ts'
import { shortenPicture } from './picture.shorten.ts'

describe('shortenPath', () => {
  it.each([
    ['M10 10L30 10L30 50L10 50Z', 'M10 10H30V50H10Z'],
    ['M100 100C110 100 120 110 120 120', 'M100 100c10 0 20 10 20 20'],
    ['M21 2.5v42M5 23.5h32', 'M21 2.5v42M5 23.5H37'],
    ['M0 0 10 10 20 0', 'M0 0 10 10 20 0'],
    ['M.5.5H103.100V51', 'M.5.5H103.1V51'],
    ['M5 5a3 3 0 015 5Z', 'M5 5a3 3 0 0 1 5 5Z'],
    ['M4 4h.1', 'M4 4h.1'],
    ['M-3 4-5-6', 'M-3 4-5-6'],
  ])('writes %s as %s', (long, short) => expect(shortenPath(long)).toBe(short))

  it('does not accumulate rounding errors', () => {
    const steps = Array.from({ length: 200 }, () => 'l1.04.04').join('')
    // The last move has length 0, because the path before it ended exactly at 208,8.
    expect(shortenPath(`M0 0${steps}M208 8L0 0`)).toMatch(/m0 0L0 0$/)
  })
})

describe('shortenPicture', () => {
  const wrapInSvg = (inner: string) => `<svg viewBox="0 0 9 9">${inner}</svg>`

  it('inlines symbols that are used once, and keeps those that are used twice or transformed', () => {
    const part = '<symbol id="part" viewBox="0 0 2 2"><path d="M0 0H2" fill="none"/></symbol>'
    const use = '<use href="#part" x="0" y="3" width="2" height="2"/>'
    expect(shortenPicture(wrapInSvg(part + use))).toBe(
      wrapInSvg('<svg y="3" width="2" height="2" viewBox="0 0 2 2"><path d="M0 0H2" fill="none"/></svg>'),
    )
    expect(shortenPicture(wrapInSvg(part + use + use))).toContain('<symbol id="a"')
    expect(shortenPicture(wrapInSvg(part + use.replace('/>', ' transform="scale(2)"/>')))).toContain('<symbol id="a"')
  })

  it('inlines a symbol inside another inlined symbol', () => {
    const inner = '<symbol id="inner" viewBox="0 0 1 1"><circle r="1"/></symbol>'
    const outer = '<symbol id="outer" viewBox="0 0 2 2"><use href="#inner" width="1" height="1"/></symbol>'
    const minified = shortenPicture(wrapInSvg(`${inner}${outer}<use href="#outer" width="2" height="2"/>`))
    expect(minified).toBe(
      wrapInSvg('<svg width="2" height="2" viewBox="0 0 2 2"><svg width="1" height="1" viewBox="0 0 1 1"><circle r="1"/></svg></svg>'),
    )
  })

  it('removes the final Z from filled paths without a stroke only', () => {
    const filledPath = '<path d="M0 0H2V2Z" fill="var(--x)"/>'
    expect(shortenPicture(wrapInSvg(filledPath))).toContain('d="M0 0H2V2"')
    expect(shortenPicture(wrapInSvg(filledPath.replace('/>', ' stroke="var(--x)"/>')))).toContain('d="M0 0H2V2Z"')
    expect(shortenPicture(wrapInSvg('<g stroke="var(--x)"><path d="M0 0H2V2Z"/></g>'))).toContain('d="M0 0H2V2Z"')
  })

  it('renames custom properties consistently, the most frequent to the shortest name', () => {
    const minified = shortenPicture(
      wrapInSvg('<style>:root{--a-line:oklch(0.5 0 0)}</style><path fill="var(--tree,var(--a-line))" style="--tree:var(--a-line)"/>'),
    )
    expect(minified).toBe(wrapInSvg('<style>:root{--a:#636363}</style><path fill="var(--b,var(--a))" style="--b:var(--a)"/>'))
  })
})
