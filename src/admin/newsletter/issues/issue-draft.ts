/** Form values of an issue. Entries have keys for React; the rate (emails per minute) is the text of its input. */
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
  entries: omitKeys(entries),
  audience,
  rate: Number(rate),
})

export const omitKeys = (entries: EntryDraft[]) => entries.map(({ key: _key, ...entry }) => entry)

/** Returns the error messages for entries without a title, by field path. */
export const findMissingTitles = ({ entries }: IssueDraft): Record<string, string> =>
  Object.fromEntries(entries.flatMap(({ title }, index) => (title.trim() ? [] : [[`entries.${index}.title`, 'Please enter a title']])))

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
