import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MarkedText } from './marked-text.tsx'

const renderMarkedText = (text: string, matches: [number, number][]) => renderToStaticMarkup(<MarkedText text={text} matches={matches} />)

test('MarkedText marks the matches and joins those that only white space separates', () => {
  expect(
    renderMarkedText('A battery warranty, said twice: battery.', [
      [32, 39],
      [2, 9],
      [10, 18],
    ]),
  ).toBe('A <mark>battery warranty</mark>, said twice: <mark>battery</mark>.')
})

test('MarkedText escapes HTML in marked and unmarked text', () => {
  expect(renderMarkedText('<b>heat</b> & <i>', [[3, 7]])).toBe('&lt;b&gt;<mark>heat</mark>&lt;/b&gt; &amp; &lt;i&gt;')
})

test('MarkedText ignores ranges that are invalid or overlap an earlier one', () => {
  expect(
    renderMarkedText('heat', [
      [2, 9],
      [3, 3],
      [4, 2],
      [-3, 2],
    ]),
  ).toBe('heat')
  expect(
    renderMarkedText('heat pump', [
      [0, 4],
      [2, 6],
    ]),
  ).toBe('<mark>heat</mark> pump')
})
