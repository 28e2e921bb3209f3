import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MarkedText } from './marked-text.tsx'

const html = (text: string, matches: [number, number][]) => renderToStaticMarkup(<MarkedText text={text} matches={matches} />)

test('MarkedText marks the given ranges and joins neighbouring words', () => {
  expect(
    html('A battery warranty, said twice: battery.', [
      [32, 39],
      [2, 9],
      [10, 18],
    ]),
  ).toBe('A <mark>battery warranty</mark>, said twice: <mark>battery</mark>.')
})

test('MarkedText escapes HTML inside and outside of marks', () => {
  expect(html('<b>heat</b> & <i>', [[3, 7]])).toBe('&lt;b&gt;<mark>heat</mark>&lt;/b&gt; &amp; &lt;i&gt;')
})

test('MarkedText ignores ranges that are invalid or overlap', () => {
  expect(
    html('heat', [
      [2, 9],
      [3, 3],
      [4, 2],
      [-3, 2],
    ]),
  ).toBe('heat')
  expect(
    html('heat pump', [
      [0, 4],
      [2, 6],
    ]),
  ).toBe('<mark>heat</mark> pump')
})
