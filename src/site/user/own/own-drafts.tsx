/** Lists the member's unsent forms that are stored in this browser. */
import { useState } from 'react'
import { replyPath } from '#features/pages/reply-path.policy.ts'
import { listDraftsOf, removeDraft, writeDraft, type NamedDraft } from '#platform/client/forms/draft-store.client.ts'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { Button } from '#ui/actions/button.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { Link } from '#ui/router/link.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import { truncateText } from '#wording/cut-text.ts'
import * as styles from './own.module.css'

const EXCERPT_LENGTH = 280
/** Labels of the public forms by their name. Drafts of the back-office are offered there. */
const LABELS: Record<string, string> = {
  topic: 'New topic',
  reply: 'Reply to a topic',
  'topic-edit': 'Change to a topic',
  'reply-edit': 'Change to a reply',
  review: 'Review of a product',
  'review-edit': 'Change to a review',
  'review-update': 'Update of a review',
  enquiry: 'Enquiry about a product',
  'enquiry-message': 'Message about an enquiry',
  profile: 'Your profile',
  report: 'Report',
  appeal: 'Appeal',
  'bookmark-note': 'Note for a bookmark',
}

const FORUM_FORMS = new Set(['topic', 'topic-edit', 'reply', 'reply-edit'])
const REVIEW_FORMS = new Set(['review', 'review-edit', 'review-update'])
const PRODUCT_FORMS = new Set([...REVIEW_FORMS, 'enquiry', 'enquiry-message'])

export default function OwnDrafts({ userId }: { userId: number }) {
  const [drafts, setDrafts] = useState(() => listDraftsOf(userId).filter(({ name }) => Object.hasOwn(LABELS, name)))
  const refresh = () => setDrafts(listDraftsOf(userId).filter(({ name }) => Object.hasOwn(LABELS, name)))
  const discard = (draft: NamedDraft) => {
    removeDraft(draft.key)
    refresh()
    const undo = () => {
      writeDraft(draft.key, draft)
      refresh()
    }
    toast({ title: 'Draft discarded', action: { label: 'Undo', run: undo } })
  }
  if (drafts.length === 0)
    return (
      <EmptyState level={3} title="You have no drafts in this browser" text="What you type and do not send is kept here for 30 days." />
    )
  return (
    <>
      <p className={styles.hint}>Drafts are stored in this browser only, for 30 days.</p>
      <ul className={styles.list}>
        {drafts.map((draft) => (
          <DraftRow key={draft.key} draft={draft} userId={userId} onDiscard={() => discard(draft)} />
        ))}
      </ul>
    </>
  )
}

function DraftRow({ draft, userId, onDiscard }: { draft: NamedDraft; userId: number; onDiscard: () => void }) {
  const { features } = useSite()
  const label = LABELS[draft.name] ?? draft.name
  const isAvailable = FORUM_FORMS.has(draft.name) ? features.forums : features.products || !PRODUCT_FORMS.has(draft.name)
  const path = isAvailable ? findFormPath(draft, userId) : undefined
  const text = findText(draft.typed)
  return (
    <li>
      <div>
        <h3>{path ? <Link to={path}>{label}</Link> : label}</h3>
        {text && (
          <p dir="auto" className={styles.words}>
            {text}
          </p>
        )}
        <p className="meta">
          <RelativeTime date={new Date(draft.at).toISOString()} kind="forum" />
        </p>
      </div>
      <p className={styles.itemActions}>
        <Button variant="quiet" size="s" onClick={onDiscard}>
          Discard<span className="visuallyHidden"> {label}</span>
        </Button>
      </p>
    </li>
  )
}

/** Returns the path of the page with the form, which restores the draft; undefined if the draft does not identify it. */
function findFormPath({ name, subject, path = '' }: NamedDraft, userId: number): string | undefined {
  const id = /^\d+$/.test(subject) ? Number(subject) : undefined
  if (name === 'topic') return `${paths.forum()}#ask`
  if (name === 'reply' && id !== undefined) return `${paths.topic(id)}#post-reply`
  if (name === 'topic-edit' && id !== undefined) return paths.topic(id)
  if (name === 'reply-edit' && id !== undefined) {
    const topicId = /^\/forum\/(\d+)$/.exec(path)?.[1]
    return topicId === undefined ? undefined : replyPath(Number(topicId), id)
  }
  if (REVIEW_FORMS.has(name)) return /^\/products\/[^/?#]+$/.test(path) ? `${path}?tab=reviews#write-review` : undefined
  if (name === 'enquiry') return /^\/enquiry\/[^/?#]+$/.test(path) ? path : undefined
  // The link to an enquiry is secret, so the draft does not have it.
  if (name === 'enquiry-message') return paths.user(userId, 'enquiries')
  if (name === 'profile') return paths.account()
  return name === 'bookmark-note' ? paths.user(userId, 'bookmarks') : undefined
}

/** Returns the texts that were typed, without those of short fields such as a rating. */
const findText = (typed: object): string =>
  truncateText(
    Object.values(typed)
      .filter((value): value is string => typeof value === 'string' && value.trim().length > 2)
      .join('\n'),
    EXCERPT_LENGTH,
  )
