/** Tests the links to calculators on category pages. */
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { expect, test } from 'vitest'
import { CategoryTools } from './category-tools.tsx'

const renderText = (categorySlug: string) =>
  renderToStaticMarkup(
    <StaticRouter location="/">
      <CategoryTools categorySlug={categorySlug} />
    </StaticRouter>,
  ).replaceAll(/<[^>]*>/g, '|')

test('names the calculators of a category, and links to all tools', () => {
  expect(renderText('battery-storage')).toMatch(/Calculators: \|+Is a battery worth it\?\|+All tools/)
})

test('leaves out the label “Calculators” if a category has none', () => {
  expect(renderText('green-living').replaceAll('|', '')).toBe('All tools')
  expect(renderText('constructor').replaceAll('|', '')).toBe('All tools')
})
