import { expect, test } from 'vitest'
import { actionLabel, fieldLabel } from './audit-labels.ts'

test('actionLabel and fieldLabel format known and unknown names', () => {
  expect(actionLabel('product.remove_for_good')).toBe('Product deleted for good')
  expect(actionLabel('topic.something_new')).toBe('Topic something new')
  expect(actionLabel('subscriber.export')).toBe('Newsletter address list downloaded')
  expect(actionLabel('subscriber.remove')).toBe('Newsletter address removed')
  expect(actionLabel('site.download')).toBe('Site downloaded')
  expect(fieldLabel('publishedAt')).toBe('Published at')
  expect(fieldLabel('features.expertAdvice')).toBe('Features: expert advice')
})
