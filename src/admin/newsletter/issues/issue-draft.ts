/** Form values of an issue: entries have keys for React, and the rate is text. */
import type { Issue } from '#features/newsletter/issues/issue.client.ts'
import { MAX_RATE, MAX_SUBJECT, MIN_RATE } from '#features/newsletter/issues/issue.policy.ts'
import type { EntryDraft } from './issue-entries.tsx'

interface IssueDraft {
  subject: string
  intro: string
  entries: EntryDraft[]
  audience: number[]
  rate: string
}

export const toIssueDraft = (issue: Issue): IssueDraft => ({
  subject: issue.subject,
  intro: issue.intro,
  entries: issue.entries.map((entry, key) => ({ ...entry, key })),
  audience: issue.audience,
  rate: String(issue.rate),
})

export const toIssueChange = ({ subject, intro, entries, audience, rate }: IssueDraft) => ({
  subject: subject.trim(),
  intro,
  entries: withoutKeys(entries),
  audience,
  rate: Number(rate),
})

export const withoutKeys = (entries: EntryDraft[]) => entries.map(({ key: _key, ...entry }) => entry)

/** Error messages for entries without a title, by field path. */
export const findMissingTitles = ({ entries }: IssueDraft): Record<string, string> =>
  Object.fromEntries(entries.flatMap(({ title }, at) => (title.trim() ? [] : [[`entries.${at}.title`, 'Please enter a title']])))

export const findIssueErrors = ({ subject, rate }: IssueDraft) => ({
  subject: !subject.trim()
    ? 'Subject is required'
    : subject.trim().length > MAX_SUBJECT
      ? `Please use at most ${MAX_SUBJECT} characters`
      : undefined,
  rate:
    /^\d{1,5}$/.test(rate) && Number(rate) >= MIN_RATE && Number(rate) <= MAX_RATE
      ? undefined
      : `Please enter a number from ${MIN_RATE} to ${MAX_RATE}`,
})
