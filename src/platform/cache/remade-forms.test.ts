import { expect, test } from 'vitest'
import { RemadeForms, type PackedForms } from './remade-forms.ts'

class Answer implements PackedForms {
  formBytes: number
  readonly name: string
  constructor(name: string, formBytes: number) {
    this.name = name
    this.formBytes = formBytes
  }
  dropForms() {
    this.formBytes = 0
  }
}
/** What is held of some of them, after they have been used in this order. */
function holdingAfter(uses: string, sizes: Record<string, number>) {
  const forms = new RemadeForms(100)
  const answers = Object.entries(sizes).map(([name, bytes]) => new Answer(name, bytes))
  for (const name of uses) forms.touch(answers.find((one) => one.name === name) as Answer)
  return [
    answers
      .filter(({ formBytes }) => formBytes > 0)
      .map(({ name }) => name)
      .join(''),
    forms.bytes,
  ]
}

test.each([
  ['all that fits', 'ab', { a: 60, b: 40 }, 'ab', 100],
  ['but for what has not been used for the longest', 'abc', { a: 50, b: 50, c: 1 }, 'bc', 51],
  ['a use makes it the last to go', 'abac', { a: 50, b: 50, c: 1 }, 'ac', 51],
  ['not one that is larger than all may be, and all others beside it', 'ab', { a: 60, b: 101 }, 'a', 60],
  ['nothing of one that has no other form', 'ab', { a: 100, b: 0 }, 'a', 100],
])('it holds %s', (_case, uses, sizes, held, bytes) => {
  expect(holdingAfter(uses, sizes)).toEqual([held, bytes])
})

test('one that has grown stays, with what it takes now; one that has grown too much goes', () => {
  const forms = new RemadeForms(100)
  const answer = new Answer('a', 20)
  forms.touch(answer)
  answer.formBytes = 70
  forms.touch(answer)
  expect([answer.formBytes, forms.bytes]).toEqual([70, 70])
  answer.formBytes = 101
  forms.touch(answer)
  expect([answer.formBytes, forms.bytes]).toEqual([0, 0])
})
