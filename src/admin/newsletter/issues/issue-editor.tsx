/** The side panel in which an issue is written, tried out and sent. */
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
import { findIssueErrors, findMissingTitles, toIssueChange, toIssueDraft, withoutKeys } from './issue-draft.ts'
import { IssueEntries } from './issue-entries.tsx'
import { IssuePreview } from './issue-preview.tsx'
import { IssueSending } from './issue-sending.tsx'
import * as styles from '#admin/newsletter/issues.module.css'
import { limitText } from '#wording/cut-text.ts'

interface EditIssueProps {
  issue: Issue
  /** Shows what is stored now. */
  onReload: () => void
  onClose: () => void
}

export function EditIssue({ issue, onReload, onClose }: EditIssueProps) {
  const { count } = useWording()
  const [start, setStart] = useState(() => toIssueDraft(issue))
  /** Of what this window has read or saved last: whatever is newer is somebody else's. */
  const [seen, setSeen] = useState(issue.changedAt)
  const [isOverwriting, setOverwriting] = useState(false)
  const [isOutdated, setOutdated] = useState(false)
  const [entryErrors, setEntryErrors] = useState<Record<string, string>>({})
  const form = useForm({
    start,
    toBody: toIssueChange,
    check: (draft) => {
      const missing = findMissingTitles(draft)
      setEntryErrors(missing)
      return { ...findIssueErrors(draft), entries: Object.values(missing)[0] }
    },
    send: (body) => changeIssue(issue.id, isOverwriting ? body : { ...body, unchangedSince: seen }),
    onDone: ({ changedAt }, values) => {
      setStart(values)
      setSeen(changedAt)
      setOverwriting(false)
      setOutdated(false)
      toast({ title: 'Issue saved' })
    },
    onFailed: (fault) => {
      setOutdated(fault instanceof ApiError && fault.code === 'issue.changed')
      toast({ title: 'Not saved', message: failureReason(fault), tone: 'destructive' })
    },
  })
  const { values, errors, change, field } = form
  const categories = useQuery(categoriesQuery())
  const audience = useQuery(audienceQuery(values.audience))
  return (
    <EditorSheet
      wide
      title="Newsletter issue"
      form={form}
      draft={{ name: 'issue', subject: issue.id }}
      saveLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      {isOutdated && (
        <Notice tone="bad" role="alert" title="Somebody else has changed this issue in the meantime">
          <p>Yours is not saved.</p>
          <div className={styles.issueActions}>
            <Button size="s" onClick={onReload}>
              Show theirs
            </Button>
            <Button
              size="s"
              variant="quiet"
              onClick={() => {
                setOverwriting(true)
                setOutdated(false)
              }}
            >
              Save mine in its place
            </Button>
          </div>
        </Notice>
      )}
      {isOverwriting && <Notice>What the other has saved is replaced when you save.</Notice>}
      <Field label="Subject" required error={errors.subject} hint={`At most ${MAX_SUBJECT} characters; 50 are shown on a phone.`}>
        {(control) => <Input {...control} {...field('subject').input} />}
      </Field>
      <MarkdownEditor label="Introduction" error={errors.intro} text={values.intro} onChange={(intro) => change({ intro })} />
      <IssueEntries entries={values.entries} errorOf={(path) => entryErrors[path]} onChange={(entries) => change({ entries })} />
      <fieldset className={styles.audience}>
        <legend>Who gets it</legend>
        {(categories.data?.items ?? []).map(({ id, name }) => (
          <Switch
            key={id}
            label={name}
            checked={values.audience.includes(id)}
            onChange={(isOn) => change({ audience: isOn ? [...values.audience, id] : values.audience.filter((one) => one !== id) })}
          />
        ))}
        <p className="hint" role="status">
          {audience.data ? `${count(audience.data.count, ADMIN_NOUNS.reader)} would get it now. ` : ''}
          {values.audience.length === 0 ? 'No category is chosen: everybody gets it.' : 'Whoever wants everything gets it too.'}
        </p>
      </fieldset>
      <Field label="Emails a minute, at most" error={errors.rate}>
        {(control) => <Input {...control} {...field('rate').input} inputMode="numeric" />}
      </Field>
      <IssueSending issue={issue} seen={seen} isChanged={form.isChanged} onOutdated={() => setOutdated(true)} onClose={onClose} />
      <section aria-label="Preview">
        <h3 className={styles.issueHeading}>Preview</h3>
        <IssuePreview
          issue={{
            subject: limitText(values.subject, MAX_SUBJECT),
            intro: values.intro,
            entries: withoutKeys(values.entries),
          }}
        />
      </section>
    </EditorSheet>
  )
}
