import { expect, test } from 'vitest'
import { actionWords, fieldWords } from './audit-words.ts'

test('entries of the audit log are told in words', () => {
  expect(actionWords('product.remove_for_good')).toBe('Product deleted for good')
  expect(actionWords('topic.something_new')).toBe('Topic something new')
  expect(actionWords('subscriber.export')).toBe('Newsletter address list downloaded')
  expect(actionWords('subscriber.remove')).toBe('Newsletter address removed')
  expect(actionWords('site.download')).toBe('Site downloaded')
  expect(fieldWords('publishedAt')).toBe('Published at')
  expect(fieldWords('features.expertAdvice')).toBe('Features: expert advice')
})
