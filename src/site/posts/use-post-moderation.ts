/** The actions of administrators on a topic or a reply of a public page. */
import { useState } from 'react'
import { changeReply, changeTopic, deleteReply, deleteTopic, type TopicChange } from '#features/forums/moderation/moderation.client.ts'
import { restoreFromTrash } from '#features/trash/trash.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import type { MenuItem } from '#ui/overlays/menu.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import type { PostMenuProps } from './post-menu-props.ts'

/** An action that asks for a reason first. */
interface PendingAction {
  question: string
  confirmLabel: string
  run: (reason: string | undefined) => Promise<unknown>
}

export function usePostModeration({ kind, id, authorName, isPinned, isLocked, onRemoved }: PostMenuProps) {
  const [pending, setPending] = useState<PendingAction>()
  const [isBusy, setBusy] = useState(false)
  const named = `the ${kind} by ${authorName}`

  const run = async (action: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await action()
      setPending(undefined)
    } catch (error) {
      toast({ title: 'Something went wrong', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  const toggle = (change: TopicChange, title: string) =>
    run(async () => {
      await changeTopic(id, change)
      toast({ title })
    })
  const hide = async (reason: string | undefined) => {
    const body = { status: 'hidden' as const, ...(reason ? { reason } : {}) }
    await (kind === 'topic' ? changeTopic(id, body) : changeReply(id, body))
    onRemoved({
      message: `You hid this ${kind}.`,
      restore: () => (kind === 'topic' ? changeTopic(id, { status: 'visible' }) : changeReply(id, { status: 'visible' })),
    })
  }
  const remove = async (reason: string | undefined) => {
    const { trashId } = await (kind === 'topic' ? deleteTopic(id, reason) : deleteReply(id, reason))
    onRemoved({ message: `You moved this ${kind} to the trash.`, restore: () => restoreFromTrash(trashId) })
  }

  const items: MenuItem[] =
    kind === 'review'
      ? []
      : [
          ...(kind === 'topic' ? toggles(isPinned, isLocked, toggle) : []),
          { label: 'Hide', icon: 'eye-off', onSelect: () => setPending({ question: `Hide ${named}?`, confirmLabel: 'Hide', run: hide }) },
          {
            label: 'Move to trash',
            icon: 'trash',
            tone: 'danger',
            onSelect: () => setPending({ question: `Move ${named} to the trash?`, confirmLabel: 'Move to trash', run: remove }),
          },
        ]
  return {
    items,
    pending,
    isBusy,
    confirm: (reason: string | undefined) => run(async () => pending?.run(reason)),
    cancel: () => setPending(undefined),
  }
}

const toggles = (
  isPinned: boolean | undefined,
  isLocked: boolean | undefined,
  toggle: (change: TopicChange, title: string) => Promise<void>,
): MenuItem[] => [
  isPinned
    ? { label: 'Unpin', icon: 'thumb-tack', onSelect: () => void toggle({ isPinned: false }, 'Topic unpinned') }
    : { label: 'Pin', icon: 'thumb-tack', onSelect: () => void toggle({ isPinned: true }, 'Topic pinned') },
  isLocked
    ? { label: 'Unlock', icon: 'unlock', onSelect: () => void toggle({ isLocked: false }, 'Topic unlocked') }
    : { label: 'Lock', icon: 'lock', onSelect: () => void toggle({ isLocked: true }, 'Topic locked') },
]
