/** Tests the order of the schemes for low incomes, as visitors without JavaScript see it. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ToolReply } from '#features/tools/tool.client.ts'
import { LowIncomeRoutes } from './low-income-routes.tsx'

const createRoute = (verdict: 'open' | 'not for you'): NonNullable<ToolReply['lowIncomeRoutes']>[number] => ({
  name: 'Affordable Warmth',
  verdict,
  because: 'Ask your landlord.',
  pays: 'Up to £7,500.',
  url: 'https://www.example.org/',
})
const render = (verdicts: ('open' | 'not for you')[]) =>
  renderToStaticMarkup(
    <LowIncomeRoutes routes={verdicts.map(createRoute)}>
      <p key="grants">Grants for everybody</p>
    </LowIncomeRoutes>,
  )

test('schemes for low incomes come first if one of them is open', () => {
  const html = render(['open'])
  expect(html).toContain('try these first')
  expect(html.indexOf('Affordable Warmth')).toBeLessThan(html.indexOf('Grants for everybody'))
})

test('schemes that are all out of reach come last, without the advice to try them first', () => {
  const html = render(['not for you'])
  expect(html).not.toContain('try these first')
  expect(html.indexOf('Affordable Warmth')).toBeGreaterThan(html.indexOf('Grants for everybody'))
})
