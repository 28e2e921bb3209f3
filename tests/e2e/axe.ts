/** Accessibility checks with axe-core. Only violations are transferred from the page, which takes a fifth of the time. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { waitUntilSettled } from './settled.ts'

declare const axe: { run(context: Document, options: RunOptions): Promise<AxeResults> }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
} satisfies RunOptions

/** Runs axe when all requests and animations have finished. */
export async function expectNoAxeViolations(page: Page, at = ''): Promise<void> {
  await waitUntilSettled(page)
  await page.evaluate(finishAnimations)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const violations = await page.evaluate(runAxeAtTop, OPTIONS as RunOptions)
  const found = violations.map(({ id, nodes }) => {
    const where = nodes.slice(0, 3).map((node) => node.html.slice(0, 160))
    return `${at} ${id}: ${where.join(' | ')}`
  })
  expect(found).toEqual([])
}

/** Scrolls to the top meanwhile, because axe reports targets that the sticky header partly covers as too small. */
async function runAxeAtTop(options: RunOptions) {
  const top = scrollY
  scrollTo({ top: 0, behavior: 'instant' })
  const { violations } = await axe.run(document, options)
  scrollTo({ top, behavior: 'instant' })
  return violations
}

/** Waits for finite animations: text that is fading in has too little contrast. */
const finishAnimations = () =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished),
  ).then(() => undefined)
