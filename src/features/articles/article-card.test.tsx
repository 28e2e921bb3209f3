/** Tests the date format and the rating of article cards. */
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { HomeDate, LongDate } from '#ui/text/time.tsx'
import { ArticleRating } from './article-rating.tsx'

describe('dates', () => {
  test('HOME-41 FMT-01 are in US long format on the home page', () => {
    expect(renderToStaticMarkup(<HomeDate date="2026-09-24T08:00:00Z" />)).toContain('>September 24, 2026</time>')
  })
  test('are in the order of the site’s language on all other pages', () => {
    expect(renderToStaticMarkup(<LongDate date="2026-09-24T08:00:00Z" />)).toContain('>24 September 2026</time>')
  })
})

describe('editors’ rating', () => {
  const render = (rating: number | null) => renderToStaticMarkup(<ArticleRating rating={rating} />)
  test.each([4, 5])('shows stars for %i', (rating) => expect(render(rating)).toMatch(new RegExp(`${rating}\\.0.*out of 5`)))
  test.each([1, 2, 3])('shows nothing for %i', (rating) => expect(render(rating)).toBe(''))
  test.each([0, null])('ART-20 shows “Rating: None” for %j', (rating) => expect(render(rating)).toContain('Rating: None'))
})
