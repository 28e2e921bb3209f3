import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MarkedText } from './marked-text.tsx'

const html = (text: string, matches: [number, number][]) => renderToStaticMarkup(<MarkedText text={text} matches={matches} />)

test('marks the parts it is told, and words that stand side by side as one', () => {
  expect(
    html('A battery warranty, said twice: battery.', [
      [32, 39],
      [2, 9],
      [10, 18],
    ]),
  ).toBe('A <mark>battery warranty</mark>, said twice: <mark>battery</mark>.')
})

test('what stands in the text is text, marked or not', () => {
  expect(html('<b>heat</b> & <i>', [[3, 7]])).toBe('&lt;b&gt;<mark>heat</mark>&lt;/b&gt; &amp; &lt;i&gt;')
})

test('offsets that do not lie in the text, or lie in each other, leave it as it is', () => {
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
