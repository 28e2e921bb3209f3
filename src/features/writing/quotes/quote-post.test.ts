import { expect, test } from 'vitest'
import { parseMarkdown } from '#platform/markdown/markdown-parser.ts'
import { toQuoteMarkdown } from './quote-post.client.ts'

const quote = (text: string, author = 'Ada Quill') => toQuoteMarkdown({ author, path: '/forum/2?reply=9#reply-9', text })

test('a quotation names the author and links to the post', () => {
  expect(quote('It hums.\n\nA little.')).toBe('> [Ada Quill](/forum/2?reply=9#reply-9) wrote:\n>\n> It hums.\n>\n> A little.')
})

test.each(['*not* _emphasis_', '- no list', '# no heading', '1. no list', '<b>', '[a](b)', 'a_b_c'])(
  'a quotation shows the text %s as it was',
  (text) => {
    const html = parseMarkdown(quote(text, '[A] *b*'), 'post')
    expect(html).not.toMatch(/<(em|ul|ol|h\d|b)>/)
    expect(html.match(/<a /g)).toHaveLength(1)
  },
)
