import { expect, it } from 'vitest'
import { splitQuestions } from './questions.ts'

it('splitQuestions splits HTML at h3 headings and returns the part before the first heading as introduction', () => {
  expect(splitQuestions('<p>Hello</p>\n<h3>Why?</h3>\n<p>So.</p>\n<h3>When &amp; how?</h3>\n<p>Now.</p><p>Thus.</p>')).toEqual({
    introduction: '<p>Hello</p>',
    questions: [
      { question: 'Why?', answer: '<p>So.</p>' },
      { question: 'When &amp; how?', answer: '<p>Now.</p><p>Thus.</p>' },
    ],
  })
})

it('splitQuestions returns HTML without headings as introduction', () => {
  expect(splitQuestions('<p>None</p>')).toEqual({ introduction: '<p>None</p>', questions: [] })
})
