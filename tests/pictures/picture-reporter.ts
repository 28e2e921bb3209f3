/** Playwright reporter: prints the number of screens, how many differ, and the paths of the differing screenshots. */
import { relative } from 'node:path'
import type { FullResult, Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'

export default class PictureReporter implements Reporter {
  #screens = 0
  #different = 0
  /** Errors other than differing screenshots. */
  readonly #errors: string[] = []
  readonly #startedAt = Date.now()

  onStepEnd(_test: TestCase, _result: TestResult, { category, title }: TestStep): void {
    if (category === 'expect' && title.includes('toHaveScreenshot')) this.#screens += 1
  }

  onTestEnd({ title }: TestCase, { attachments, errors, steps, status }: TestResult): void {
    const different = steps.filter(({ error, title: what }) => error && what.includes('toHaveScreenshot'))
    this.#different += different.length
    // The expected screenshot and the difference are in the same folder.
    if (different.length) for (const { name, path = '' } of attachments) if (name.endsWith('-actual.png')) console.log(relative('', path))
    if (status !== 'passed' && errors.length > different.length)
      this.#errors.push(`${title}: ${errors.map(({ message }) => message).join('\n')}`)
  }

  onError({ message = '' }: { message?: string }): void {
    this.#errors.push(message)
  }

  onEnd({ status }: FullResult): void {
    for (const line of this.#errors) console.log(line)
    const seconds = Math.round((Date.now() - this.#startedAt) / 1000)
    console.log(`${this.#screens} screens, ${this.#different} differ, ${this.#errors.length} errors, ${seconds} s: ${status}.`)
  }
}
