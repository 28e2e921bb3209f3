/** Buttons that remove the demo content or replace it by the starter content, each after a typed confirmation. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  DEMO_CONFIRMATION,
  demoContentQuery,
  removeDemoContent,
  REPLACE_CONFIRMATION,
  replaceDemoContent,
  type DemoContent as Counts,
} from '#features/content/demo-content.client.ts'
import { settingsQuery } from '#features/sites/site-settings.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { TypedConfirm } from '#ui/overlays/typed-confirm.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import type { PluralForms } from '#wording/counts.ts'
import { formatList } from '#wording/lists.ts'
import { NOUNS } from '#wording/nouns.ts'
import type { Wording } from '#wording/wording.ts'

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
export const formatCounts = (counts: Partial<Record<Kind, number>>, { count, language }: Wording): string =>
  formatList(
    keysOf(NOUNS_BY_KIND).flatMap((kind) => (counts[kind] ? [count(counts[kind], NOUNS_BY_KIND[kind])] : [])),
    language,
  )

type Choice = 'replace' | 'remove' | 'examples'

const CHOICES = {
  replace: {
    button: 'Replace with starter content',
    expectedText: REPLACE_CONFIRMATION,
    question: 'Replace the demo content? This cannot be undone.',
    change: replaceDemoContent,
    doneTitle: 'Demo content replaced',
    doneMessage: 'The site now has starter content, which you can edit or delete.',
    failedTitle: 'Demo content not replaced',
  },
  remove: {
    button: 'Remove demo content',
    expectedText: DEMO_CONFIRMATION,
    question: 'Remove the demo content? This cannot be undone.',
    change: removeDemoContent,
    doneTitle: 'Demo content removed',
    doneMessage: 'The site now shows only your own content.',
    failedTitle: 'Demo content not removed',
  },
  examples: {
    button: 'Remove example products',
    expectedText: DEMO_CONFIRMATION,
    question: 'Remove the example products? This cannot be undone.',
    change: removeDemoContent,
    doneTitle: 'Example products removed',
    doneMessage: 'The site now shows only your own products.',
    failedTitle: 'Example products not removed',
  },
} as const

export function DemoActions({ choices = ['replace', 'remove'] }: { choices?: readonly Choice[] }) {
  const wording = useWording()
  const queryClient = useQueryClient()
  const [choice, setChoice] = useState<Choice>()
  const [busy, setBusy] = useState(false)
  // The counts are fetched when a dialog opens, so that they include the latest posts by people on demo content.
  const counts = useQuery({ ...demoContentQuery(), enabled: false })

  const openConfirm = (chosen: Choice) => {
    setChoice(chosen)
    void counts.refetch()
  }
  const confirm = async (chosen: Choice) => {
    const { change, doneTitle, doneMessage, failedTitle } = CHOICES[chosen]
    setBusy(true)
    try {
      await change()
      setChoice(undefined)
      toast({ title: doneTitle, message: doneMessage })
      queryClient.setQueryData(settingsQuery().queryKey, (settings) => settings && { ...settings, demoContent: false })
      void queryClient.invalidateQueries({ queryKey: demoContentQuery().queryKey })
      // The buttons disappear, so focus moves to the page content.
      requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
    } catch (error) {
      toast({ title: failedTitle, message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {choices.map((name) => (
        <Button key={name} variant={name === 'replace' ? 'quiet' : 'danger'} onClick={() => openConfirm(name)}>
          {CHOICES[name].button}
        </Button>
      ))}
      {choice && (
        <TypedConfirm
          key={choice}
          expectedText={CHOICES[choice].expectedText}
          ignoreCase
          question={CHOICES[choice].question}
          confirmLabel={CHOICES[choice].button}
          busy={busy}
          onConfirm={() => void confirm(choice)}
          onCancel={() => setChoice(undefined)}
        >
          {counts.data && <p>{formatCounts(counts.data, wording)} will be deleted.</p>}
          {choice === 'replace' && (
            <p>Then guides without invented authors, an example product and a welcome topic for each category are added.</p>
          )}
          {counts.data && <PostsByPeopleNotice {...counts.data.fromPeople} />}
        </TypedConfirm>
      )}
    </>
  )
}

export function PostsByPeopleNotice(counts: Counts['fromPeople']) {
  const wording = useWording()
  const postCount = counts.reviews + counts.replies
  if (postCount === 0) return null
  return (
    <Notice tone="warn">
      Of these, {formatCounts(counts, wording)} {wording.nounFor(postCount, ADMIN_NOUNS.fromPeople)}
    </Notice>
  )
}
