import { expect, it } from 'vitest'
import { splitQuestions } from './questions.ts'

it('splitQuestions splits at h3 headings and returns the HTML before the first', () => {
  expect(splitQuestions('<p>Hello</p>\n<h3>Why?</h3>\n<p>So.</p>\n<h3>When &amp; how?</h3>\n<p>Now.</p><p>Thus.</p>')).toEqual({
    before: '<p>Hello</p>',
    questions: [
      { question: 'Why?', answer: '<p>So.</p>' },
      { question: 'When &amp; how?', answer: '<p>Now.</p><p>Thus.</p>' },
    ],
  })
})

it('splitQuestions returns HTML without headings unchanged', () => {
  expect(splitQuestions('<p>None</p>')).toEqual({ before: '<p>None</p>', questions: [] })
})
