import { expect, test } from 'vitest'
import type { ArticleDraft } from '#features/articles/editing/article-editing.client.ts'
import {
  BLANK_ARTICLE,
  changeTitle,
  findMissingFields,
  findInvalidTime,
  toArticleChange,
  toDateTimeInput,
  toNewArticle,
  toArticleValues,
} from './article-draft.ts'

const NOW = Date.parse('2026-11-21T09:30:00Z')
const input = { ...BLANK_ARTICLE, title: ' Draughts ', categoryId: '5', authorName: 'Kit', content: 'Air.' }
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
  ownAuthorId: 3,
  authorName: 'Ruth',
  isAuthorDemo: false,
  isDemo: false,
  authorAvatar: '',
  categoryName: '',
  categorySlug: '',
  content: 'Air.',
  status: 'published',
  ownAuthorName: null,
  changedAt: null,
  version: 1,
  checkedOn: null,
  caseStudy: null,
}

test('ADM-ART-15 ADM-ART-16 findMissingFields requires content for new articles only', () => {
  expect(Object.keys(findMissingFields(BLANK_ARTICLE, true))).toEqual(['title', 'categoryId', 'authorName', 'content'])
  expect(Object.keys(findMissingFields(BLANK_ARTICLE, false))).toEqual(['title', 'categoryId', 'authorName'])
  expect(findMissingFields(input, true)).toEqual({})
})

test('ADM-ART-19 ADM-ART-20 ADM-ART-23 toNewArticle omits empty optional fields and sets the current time for a published article', () => {
  expect(toNewArticle(input, NOW)).toEqual({
    title: 'Draughts',
    categoryId: 5,
    authorName: 'Kit',
    content: 'Air.',
    rating: 0,
    status: 'published',
    publishedAt: '2026-11-21T09:30:00.000Z',
  })
})

test('ADM-ART-08 ADM-ART-19 toArticleChange keeps the publication time, sends null for emptied fields and omits empty ones', () => {
  const values = toArticleValues(stored, 'Ruth')
  expect(values.authorName).toBe('Ruth')
  expect(toArticleChange({ ...values, summary: '' }, stored, NOW)).toEqual({
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
  expect(toArticleChange({ ...values, status: 'draft' }, stored, NOW)).not.toHaveProperty('publishedAt')
  expect(toArticleChange(values, { ...stored, status: 'draft' }, NOW)).toMatchObject({ publishedAt: '2026-11-21T09:30:00.000Z' })
})

test('findInvalidTime requires a future time for scheduled articles unless it is unchanged', () => {
  const scheduled = { ...input, status: 'scheduled' as const }
  expect(findInvalidTime(scheduled, undefined, NOW)).toBe('Please choose a date and time')
  const past = { ...scheduled, publishedAt: toDateTimeInput('2026-11-20T10:00:00Z') }
  expect(findInvalidTime(past, undefined, NOW)).toBe('Choose a date and time in the future')
  expect(findInvalidTime(past, past, NOW)).toBeUndefined()
  const later = { ...scheduled, publishedAt: toDateTimeInput('2026-11-22T10:00:00Z') }
  expect(findInvalidTime(later, undefined, NOW)).toBeUndefined()
  expect(toNewArticle(later, NOW)).toMatchObject({ publishedAt: '2026-11-22T10:00:00.000Z' })
})

test.each([
  ['an empty slug follows the title', '', 'Draughts and damp', 'draughts-and-damp'],
  ['a slug that was generated from the title follows it', 'draughts', 'Draughts and damp', 'draughts-and-damp'],
  ['a slug that was entered stays, also in a restored draft', 'my-slug', 'Draughts and damp', 'my-slug'],
])('%s', (_, slug, newTitle, expected) => {
  const values = { ...input, slug }
  expect({ ...values, ...changeTitle(values, newTitle) }).toMatchObject({ title: newTitle, slug: expected })
})
