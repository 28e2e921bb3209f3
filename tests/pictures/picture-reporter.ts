/** Says how many screens there are, how many differ, and where their three pictures lie. */
import { relative } from 'node:path'
import type { FullResult, Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'

export default class PictureReporter implements Reporter {
  #screens = 0
  #different = 0
  /** What went wrong before the picture could be taken. */
  readonly #faults: string[] = []
  readonly #began = Date.now()

  onStepEnd(_test: TestCase, _result: TestResult, { category, title }: TestStep): void {
    if (category === 'expect' && title.includes('toHaveScreenshot')) this.#screens += 1
  }

  onTestEnd({ title }: TestCase, { attachments, errors, steps, status }: TestResult): void {
    const different = steps.filter(({ error, title: what }) => error && what.includes('toHaveScreenshot'))
    this.#different += different.length
    // Beside the one that is named lie the expected one and the difference.
    if (different.length) for (const { name, path = '' } of attachments) if (name.endsWith('-actual.png')) console.log(relative('', path))
    if (status !== 'passed' && errors.length > different.length)
      this.#faults.push(`${title}: ${errors.map(({ message }) => message).join('\n')}`)
  }

  onError({ message = '' }: { message?: string }): void {
    this.#faults.push(message)
  }

  onEnd({ status }: FullResult): void {
    for (const line of this.#faults) console.log(line)
    const seconds = Math.round((Date.now() - this.#began) / 1000)
    console.log(`${this.#screens} screens, ${this.#different} differ, ${this.#faults.length} faults, ${seconds} s: ${status}.`)
  }
}
