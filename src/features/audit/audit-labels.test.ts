import { expect, test } from 'vitest'
import { DECISION_KEYS } from '#features/reports/report-reason.policy.ts'
import { ACTION_LABELS, ACTION_SUBJECT_LABELS, VERB_LABELS } from './audit-actions.policy.ts'
import { formatAction, formatFieldName, listChangedFields } from './audit-labels.policy.ts'
import { AUDIT_SUBJECTS } from './audit-subjects.policy.ts'

test('formatAction and formatFieldName format known and unknown names', () => {
  expect(formatAction('product.remove_for_good')).toBe('Product deleted for good')
  expect(formatAction('topic.something_new')).toBe('Topic something new')
  expect(formatAction('subscriber.export')).toBe('Newsletter address list downloaded')
  expect(formatAction('subscriber.remove')).toBe('Newsletter address removed')
  expect(formatAction('site.download')).toBe('Site downloaded')
  expect(formatFieldName('url')).toBe('URL')
  expect(formatFieldName('avatarUrl')).toBe('Avatar URL')
  expect(formatFieldName('publishedAt')).toBe('Published at')
  expect(formatFieldName('features.expertAdvice')).toBe('Features: expert advice')
})

test('listChangedFields flattens objects and leaves out fields that look the same', () => {
  const before = { title: 'Kettle', tags: ['a'], features: { forums: true, tools: true }, note: null }
  const after = { title: 'Kettle', tags: ['a', 'b'], features: { forums: false, tools: true }, note: '' }
  expect(listChangedFields(before, after)).toEqual([
    { name: 'tags', before: ['a'], after: ['a', 'b'] },
    { name: 'features.forums', before: true, after: false },
  ])
  expect(listChangedFields(null, { isPinned: false })).toEqual([{ name: 'isPinned', before: undefined, after: false }])
  expect(listChangedFields(null, null)).toEqual([])
})

test.each([
  ['search.synonyms', 'Search synonyms changed'],
  ['search_pin.create', 'Pinned search result created'],
  ['invitation.revoke', 'Invitation revoked'],
  ['newsletter.allow', 'Newsletter permission granted'],
  ['deployment.revoke_newsletter', 'Copy newsletter permission revoked'],
  ['duty.start', 'Legal duty draft started'],
  ['duty.sign', 'Legal duty signed'],
  ['job.discard-held', 'Background jobs discarded while held'],
  ['report.hide', 'Report decided: content hidden'],
  ['topic.hide', 'Topic hidden'],
])('formatAction formats %s as “%s”', (action, label) => {
  expect(formatAction(action)).toBe(label)
})

// `recordAudit` accepts only actions of these labels, so the type check finds an action without one.
test('every action that can be recorded, and every decision about a report, has a label without raw names', () => {
  const combined = Object.keys(ACTION_SUBJECT_LABELS).flatMap((subject) => Object.keys(VERB_LABELS).map((verb) => `${subject}.${verb}`))
  for (const action of [...combined, ...Object.keys(ACTION_LABELS)]) expect(formatAction(action), action).toMatch(/^[A-Z][a-z]+[a-z :-]+$/)
  for (const decision of DECISION_KEYS) expect(formatAction(`report.${decision}`)).toMatch(/^Report decided: /)
  for (const subject of Object.keys(AUDIT_SUBJECTS)) expect(ACTION_SUBJECT_LABELS).toHaveProperty(subject)
})
