/** Edits a draft: content, audience, sending rate, preview, test and sending. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { MarkdownEditor } from '#admin/editor/markdown/markdown-editor.tsx'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { audienceQuery, changeIssue, type Issue } from '#features/newsletter/issues/issue.client.ts'
import { MAX_SUBJECT } from '#features/newsletter/issues/issue.policy.ts'
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Input } from '#ui/forms/field.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { findIssueErrors, findMissingTitles, toIssueChange, toIssueDraft, omitKeys } from './issue-draft.ts'
import { IssueEntries } from './issue-entries.tsx'
import { IssuePreview } from './issue-preview.tsx'
import { IssueSending } from './issue-sending.tsx'
import * as styles from '#admin/newsletter/issues.module.css'
import { limitText } from '#wording/cut-text.ts'

interface EditIssueProps {
  issue: Issue
  /** Discards the form and loads the stored issue. */
  onReload: () => void
  onClose: () => void
}

export function EditIssue({ issue, onReload, onClose }: EditIssueProps) {
  const { count } = useWording()
  const [startValues, setStartValues] = useState(() => toIssueDraft(issue))
  /** Value of `changedAt` in the version that was last loaded or saved here, for optimistic concurrency. */
  const [loadedVersion, setLoadedVersion] = useState(issue.changedAt)
  const [isOverwriting, setOverwriting] = useState(false)
  const [isOutdated, setOutdated] = useState(false)
  const [entryErrors, setEntryErrors] = useState<Record<string, string>>({})
  const form = useForm({
    start: startValues,
    toBody: toIssueChange,
    check: (draft) => {
      const missing = findMissingTitles(draft)
      setEntryErrors(missing)
      return { ...findIssueErrors(draft), entries: Object.values(missing)[0] }
    },
    send: (body) => changeIssue(issue.id, isOverwriting ? body : { ...body, unchangedSince: loadedVersion }),
    onDone: ({ changedAt }, values) => {
      setStartValues(values)
      setLoadedVersion(changedAt)
      setOverwriting(false)
      setOutdated(false)
      toast({ title: 'Issue saved' })
    },
    onFailed: (error) => {
      setOutdated(error instanceof ApiError && error.code === 'issue.changed')
      toast({ title: 'Issue not saved', message: failureReason(error), tone: 'destructive' })
    },
  })
  const { values, errors, change, field } = form
  const categories = useQuery(categoriesQuery())
  const audience = useQuery(audienceQuery(values.audience))
  return (
    <EditorSheet
      isWide
      title="Newsletter issue"
      form={form}
      draft={{ name: 'issue', subject: issue.id }}
      saveLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      {isOutdated && (
        <Notice tone="bad" role="alert" title="Someone else has changed this issue">
          <p>Your changes are not saved.</p>
          <div className={styles.issueActions}>
            <Button
              size="s"
              onClick={() => {
                // The reset also deletes the stored draft, which would otherwise be restored into the loaded version.
                form.reset()
                onReload()
              }}
            >
              Load their version
            </Button>
            <Button
              size="s"
              variant="quiet"
              onClick={() => {
                setOverwriting(true)
                setOutdated(false)
              }}
            >
              Keep my version
            </Button>
          </div>
        </Notice>
      )}
      {isOverwriting && <Notice>Saving replaces the other person’s changes.</Notice>}
      <Field label="Subject" required error={errors.subject} hint={`Up to ${MAX_SUBJECT} characters. Phones show about 50.`}>
        {(control) => <Input {...control} {...field('subject').input} />}
      </Field>
      <MarkdownEditor label="Introduction" error={errors.intro} text={values.intro} onChange={(intro) => change({ intro })} />
      <IssueEntries entries={values.entries} getError={(path) => entryErrors[path]} onChange={(entries) => change({ entries })} />
      <fieldset className={styles.audience}>
        <legend>Audience</legend>
        {(categories.data?.items ?? []).map(({ id, name }) => (
          <Switch
            key={id}
            label={name}
            checked={values.audience.includes(id)}
            onChange={(isSelected) =>
              change({ audience: isSelected ? [...values.audience, id] : values.audience.filter((categoryId) => categoryId !== id) })
            }
          />
        ))}
        <p className="hint" role="status">
          {audience.data ? `Currently ${count(audience.data.count, ADMIN_NOUNS.reader)}. ` : ''}
          {values.audience.length === 0
            ? 'No category is selected, so all subscribers receive it.'
            : 'Subscribers to all topics receive it too.'}
        </p>
      </fieldset>
      <Field label="Maximum emails per minute" error={errors.rate}>
        {(control) => <Input {...control} {...field('rate').input} inputMode="numeric" />}
      </Field>
      <IssueSending
        issue={issue}
        shownVersion={loadedVersion}
        isChanged={form.isChanged}
        onOutdated={() => setOutdated(true)}
        onClose={onClose}
      />
      <section aria-label="Preview">
        <h3 className={styles.issueHeading}>Preview</h3>
        <IssuePreview
          issue={{
            subject: limitText(values.subject, MAX_SUBJECT),
            intro: values.intro,
            entries: omitKeys(values.entries),
          }}
        />
      </section>
    </EditorSheet>
  )
}
