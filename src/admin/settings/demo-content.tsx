/** Section that shows and removes the demo content; the page renders it only while there is some. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  DEMO_CONFIRMATION,
  demoContentQuery,
  removeDemoContent,
  type DemoContent as Counts,
} from '#features/content/demo-content.client.ts'
import { settingsQuery } from '#features/sites/site-settings.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { TypedConfirm } from '#ui/overlays/typed-confirm.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import type { PluralForms } from '#wording/counts.ts'
import { formatList } from '#wording/lists.ts'
import { NOUNS } from '#wording/nouns.ts'
import type { Wording } from '#wording/wording.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import * as styles from './settings.module.css'

type Kind = Exclude<keyof Counts, 'fromPeople'>
const NOUNS_BY_KIND: Record<Kind, PluralForms> = {
  products: NOUNS.product,
  reviews: NOUNS.review,
  articles: NOUNS.article,
  experts: ADMIN_NOUNS.expert,
  expertArticles: ADMIN_NOUNS.expertArticle,
  topics: ADMIN_NOUNS.forumTopic,
  replies: NOUNS.reply,
  enquiries: ADMIN_NOUNS.enquiry,
  users: ADMIN_NOUNS.member,
  trash: ADMIN_NOUNS.trashItem,
}

/** Formats counts as a list such as "2 reviews and 1 reply", without zero counts. */
const formatCounts = (counts: Partial<Record<Kind, number>>, { count, language }: Wording): string =>
  formatList(
    keysOf(NOUNS_BY_KIND).flatMap((kind) => (counts[kind] ? [count(counts[kind], NOUNS_BY_KIND[kind])] : [])),
    language,
  )

export function DemoContent() {
  const wording = useWording()
  const queryClient = useQueryClient()
  // The counts are refetched when the dialog opens, so that they include the latest posts by people on demo content.
  const counts = useQuery({ ...demoContentQuery(), refetchOnMount: 'always' })
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  const openConfirm = () => {
    setConfirmOpen(true)
    void counts.refetch()
  }
  const removeContent = async () => {
    setBusy(true)
    try {
      await removeDemoContent()
      toast({ title: 'Demo content removed', message: 'The site now shows only your own content.' })
      queryClient.setQueryData(settingsQuery().queryKey, (settings) => settings && { ...settings, demoContent: false })
      // This section disappears with the focused button, so focus moves to the page content.
      requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
    } catch (error) {
      toast({ title: 'Demo content not removed', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <section id="demo-content" className={styles.settingsDemo} aria-labelledby="demo-content-title">
      <h2 id="demo-content-title">Demo content</h2>
      <p>This site comes with sample products, articles and people. When you have content of your own, you can remove them all at once.</p>
      {counts.data && (
        <p>
          <b>Deleted:</b> {formatCounts(counts.data, wording)}, including those that you have edited.
        </p>
      )}
      <p>
        <b>Kept:</b> categories and badges, the Community Guest, everything added since, and all customer enquiries.
      </p>
      {counts.data && <PostsByPeopleNotice {...counts.data.fromPeople} />}
      <Button variant="danger" onClick={openConfirm}>
        Remove demo content
      </Button>
      {isConfirmOpen && (
        <TypedConfirm
          expectedText={DEMO_CONFIRMATION}
          ignoreCase
          question="Remove the demo content? This cannot be undone."
          confirmLabel="Remove demo content"
          busy={busy}
          onConfirm={() => void removeContent()}
          onCancel={() => setConfirmOpen(false)}
        >
          {counts.data && <p>{formatCounts(counts.data, wording)} will be deleted.</p>}
          {counts.data && <PostsByPeopleNotice {...counts.data.fromPeople} />}
        </TypedConfirm>
      )}
    </section>
  )
}

function PostsByPeopleNotice(counts: Counts['fromPeople']) {
  const wording = useWording()
  const postCount = counts.reviews + counts.replies
  if (postCount === 0) return null
  return (
    <Notice tone="warn">
      Of these, {formatCounts(counts, wording)} {wording.nounFor(postCount, ADMIN_NOUNS.fromPeople)}
    </Notice>
  )
}
