import { expect, test } from 'vitest'
import type { ArticleDraft } from '#features/articles/article-editing.client.ts'
import { BLANK, findMissing, findWrongTime, toChange, toLocalTime, toNewArticle, toValues } from './article-draft.ts'

const NOW = Date.parse('2026-11-21T09:30:00Z')
const written = { ...BLANK, title: ' Draughts ', categoryId: '5', authorName: 'Kit', content: 'Air.' }
const stored: ArticleDraft = {
  id: 7,
  slug: 'draughts',
  title: 'Draughts',
  summary: 'Short.',
  snippet: '',
  featuredImage: null,
  imageAlt: null,
  publishedAt: '2026-01-05T00:00:00.000Z',
  rating: 4,
  views: 0,
  categoryId: 5,
  authorId: 3,
  authorName: 'Ruth',
  authorAvatar: '',
  categoryName: '',
  categorySlug: '',
  content: 'Air.',
  status: 'published',
  ownAuthorName: null,
  changedAt: null,
  checkedOn: null,
}

test('ADM-ART-15 ADM-ART-16 what is missing; only a new article needs a text', () => {
  expect(Object.keys(findMissing(BLANK, true))).toEqual(['title', 'categoryId', 'authorName', 'content'])
  expect(Object.keys(findMissing(BLANK, false))).toEqual(['title', 'categoryId', 'authorName'])
  expect(findMissing(written, true)).toEqual({})
})

test('ADM-ART-19 ADM-ART-20 ADM-ART-23 an empty summary and picture are absent; a new article appears now', () => {
  expect(toNewArticle(written, NOW)).toEqual({
    title: 'Draughts',
    categoryId: 5,
    authorName: 'Kit',
    content: 'Air.',
    rating: 0,
    status: 'published',
    publishedAt: '2026-11-21T09:30:00.000Z',
  })
})

test('ADM-ART-08 ADM-ART-19 a change keeps its date, takes away what was emptied, and leaves out what always was', () => {
  const values = toValues(stored, 'Ruth')
  expect(values.authorName).toBe('Ruth')
  expect(toChange({ ...values, summary: '' }, stored, NOW)).toEqual({
    title: 'Draughts',
    slug: 'draughts',
    categoryId: 5,
    authorName: 'Ruth',
    content: 'Air.',
    rating: 4,
    status: 'published',
    summary: null,
    publishedAt: stored.publishedAt,
  })
  expect(toChange({ ...values, status: 'draft' }, stored, NOW)).not.toHaveProperty('publishedAt')
  expect(toChange(values, { ...stored, status: 'draft' }, NOW)).toMatchObject({ publishedAt: '2026-11-21T09:30:00.000Z' })
})

test('a scheduled article needs a time to come, unless it had this one', () => {
  const scheduled = { ...written, status: 'scheduled' as const }
  expect(findWrongTime(scheduled, undefined, NOW)).toBe('Please choose a date and time')
  const past = { ...scheduled, publishAt: toLocalTime('2026-11-20T10:00:00Z') }
  expect(findWrongTime(past, undefined, NOW)).toBe('Choose a date and time in the future')
  expect(findWrongTime(past, past, NOW)).toBeUndefined()
  const later = { ...scheduled, publishAt: toLocalTime('2026-11-22T10:00:00Z') }
  expect(findWrongTime(later, undefined, NOW)).toBeUndefined()
  expect(toNewArticle(later, NOW)).toMatchObject({ publishedAt: '2026-11-22T10:00:00.000Z' })
})
