import { expect, test } from 'vitest'
import { formatAction, formatFieldName } from './audit-labels.ts'

test('formatAction and formatFieldName format known and unknown names', () => {
  expect(formatAction('product.remove_for_good')).toBe('Product deleted for good')
  expect(formatAction('topic.something_new')).toBe('Topic something new')
  expect(formatAction('subscriber.export')).toBe('Newsletter address list downloaded')
  expect(formatAction('subscriber.remove')).toBe('Newsletter address removed')
  expect(formatAction('site.download')).toBe('Site downloaded')
  expect(formatFieldName('publishedAt')).toBe('Published at')
  expect(formatFieldName('features.expertAdvice')).toBe('Features: expert advice')
})
