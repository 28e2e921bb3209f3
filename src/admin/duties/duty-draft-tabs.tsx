/** The draft of a record: form, preview, signature. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DutyKey } from '#features/duties/duties.policy.ts'
import { buildDutyDocument } from '#features/duties/duty-document.policy.ts'
import { discardDuty, dutyFileUrl, dutyQuery, type DutyDetail, type DutyDraft } from '#features/duties/duty.client.ts'
import { siteQuery } from '#features/sites/site.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { TabSet } from '#ui/lists/tabs.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { Downloads } from './downloads.tsx'
import { DutyDocument } from './duty-document.tsx'
import { DutyEditor } from './duty-editor.tsx'
import { SignDuty } from './sign-duty.tsx'
import * as styles from './duties.module.css'

interface DutyDraftProps {
  duty: DutyKey
  detail: DutyDetail
  draft: DutyDraft
}

/** @param props.isJustStarted whether the draft replaces the button that started it, so that it gets the focus */
export function DutyDraftTabs({ duty, detail, draft, isJustStarted }: DutyDraftProps & { isJustStarted: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isJustStarted) heading.current?.focus()
  }, [isJustStarted])
  const [tab, setTab] = useState('edit')
  const [signedDraft, setSignedDraft] = useState<DutyDraft>()
  return (
    <section className={styles.part} aria-labelledby="duty-draft">
      <h2 ref={heading} id="duty-draft" tabIndex={-1}>
        Draft of version {draft.number}
      </h2>
      <TabSet
        label="Draft"
        value={tab}
        onChange={setTab}
        keepMounted
        tabs={[
          { value: 'edit', label: 'Edit', content: <DutyEditor duty={duty} detail={detail} draft={draft} onSign={setSignedDraft} /> },
          { value: 'preview', label: 'Preview', content: <DraftPreview duty={duty} detail={detail} draft={draft} /> },
        ]}
      />
      <DiscardDraft duty={duty} number={draft.number} />
      {signedDraft && <SignDuty duty={duty} draft={signedDraft} last={detail.signature} onClose={() => setSignedDraft(undefined)} />}
    </section>
  )
}

function DraftPreview({ duty, detail, draft }: DutyDraftProps) {
  const siteName = useQuery(siteQuery()).data?.name ?? ''
  const { dataUpdatedAt } = useQuery(dutyQuery(duty))
  const { language } = useWording()
  const { number, answers } = draft
  const blocks = buildDutyDocument({
    duty,
    siteName,
    language,
    number,
    answers,
    facts: detail.facts,
    factsAt: new Date(dataUpdatedAt).toISOString(),
    signature: null,
  })
  return (
    <div className={styles.part}>
      <p className="hint">The preview and the files show the saved answers.</p>
      <Downloads urlOf={(format) => dutyFileUrl(duty, format)} what="the draft" />
      <DutyDocument blocks={blocks} label="Preview" />
    </div>
  )
}

function DiscardDraft({ duty, number }: { duty: DutyKey; number: number }) {
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const discard = async () => {
    setBusy(true)
    try {
      await discardDuty(duty)
      await waitForRefresh()
      toast({ title: 'Draft deleted' })
      document.getElementById('main')?.focus({ preventScroll: true })
    } catch (error) {
      toast({ title: 'The draft was not deleted', message: failureReason(error), tone: 'destructive' })
      setOpen(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <p className="actions">
      <Button variant="quiet" size="s" onClick={() => setOpen(true)}>
        Delete draft
      </Button>
      <Confirm
        open={isOpen}
        question={`Delete the draft of version ${number}?`}
        confirmLabel="Delete draft"
        tone="danger"
        busy={busy}
        onConfirm={() => void discard()}
        onCancel={() => setOpen(false)}
      >
        Its answers are lost. Signed versions stay.
      </Confirm>
    </p>
  )
}
