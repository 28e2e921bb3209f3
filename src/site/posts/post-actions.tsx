/** The menu of a post with its actions and their dialogs. */
import { lazy, Suspense, useState, type RefObject } from 'react'
import { useIsAdmin, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { ReasonConfirm } from '#features/forums/moderation/reason-confirm.tsx'
import { useMuteChange, useMutes } from '#features/mutes/mute.client.ts'
import type { ReportKind } from '#features/reports/report-reason.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { listRenderedPictures } from '#features/writing/pictures/rendered-pictures.client.ts'
import { quotePostAt } from '#features/writing/quotes/quote-post.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import type { PostMenuProps } from './post-menu-props.ts'
import { deletePost, POST_NOUNS, restorePost } from './post-calls.ts'
import { usePostModeration } from './use-post-moderation.ts'

const ALT_MAX = 40
function describePicture(alt: string, number: number | undefined): string {
  const shortened = alt.length > ALT_MAX ? `${alt.slice(0, ALT_MAX).trimEnd()}…` : alt
  return `Report picture${number === undefined ? '' : ` ${number}`}${shortened && ` “${shortened}”`}`
}

const ReportDialog = lazy(() => import('#features/reports/report-dialog.tsx'))

interface PostActionsProps extends PostMenuProps {
  label: string
  button: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  isByKeyboard: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function PostActions(props: PostActionsProps) {
  const { kind, id, authorId, authorName, contentHtml, path, isLocked, onEdit, onRemoved, ...menu } = props
  const user = useSignedIn()
  const isAdmin = useIsAdmin()
  const [reported, setReported] = useState<{ kind: ReportKind; id: number }>()
  const moderation = usePostModeration(props)
  const mutes = useMutes(user !== null)
  const mute = useMuteChange({ userId: authorId, name: authorName })
  const isOwn = user?.id === authorId
  const mayChange = isOwn && !user.isRestricted
  const noun = POST_NOUNS[kind]

  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, location.href).href)
      toast({ title: 'Link copied' })
    } catch {
      toast({ title: 'The link could not be copied', message: 'Your browser does not allow it here.', tone: 'destructive' })
    }
  }
  const remove = async () => {
    try {
      await deletePost(kind, id)
      onRemoved({ message: `You deleted this ${kind}.`, restore: () => restorePost(kind, id) })
    } catch (error) {
      toast({ title: `${noun} not deleted`, message: failureReason(error), tone: 'destructive' })
    }
  }

  const general: MenuItem[] = [{ label: 'Copy link', icon: 'link', onSelect: () => void copyLink() }]
  if (kind !== 'review' && (!isLocked || isAdmin)) general.push({ label: 'Quote', icon: 'message', onSelect: () => quotePostAt(path) })
  if (!isOwn) {
    general.push({ label: 'Report', icon: 'flag', onSelect: () => setReported({ kind, id }) })
    const pictures = contentHtml?.includes('data-picture') ? listRenderedPictures(contentHtml) : []
    for (const [index, picture] of pictures.entries())
      general.push({
        label: describePicture(picture.alt, pictures.length > 1 ? index + 1 : undefined),
        icon: 'flag',
        onSelect: () => setReported({ kind: 'picture', id: picture.id }),
      })
  }
  if (user && !isOwn && authorId !== GUEST_ID) {
    const isMuted = mutes?.has(authorId) ?? false
    general.push({
      label: isMuted ? `Unmute ${authorName}` : `Mute ${authorName}`,
      icon: 'eye-off',
      onSelect: () => mute.setMuted(!isMuted),
    })
  }
  const own: MenuItem[] = []
  if ((mayChange && (!isLocked || isAdmin)) || (isAdmin && kind !== 'review')) own.push({ label: 'Edit', icon: 'edit', onSelect: onEdit })
  if (mayChange) own.push({ label: 'Delete', icon: 'trash', tone: 'danger', onSelect: () => void remove() })

  return (
    <>
      <Menu {...menu} groups={[general, own, isAdmin ? moderation.items : []]} />
      {reported && (
        <Suspense fallback={null}>
          <ReportDialog {...reported} onClose={() => setReported(undefined)} />
        </Suspense>
      )}
      {moderation.pending && (
        <ReasonConfirm
          question={moderation.pending.question}
          confirmLabel={moderation.pending.confirmLabel}
          busy={moderation.isBusy}
          onConfirm={(reason) => void moderation.confirm(reason)}
          onCancel={moderation.cancel}
        />
      )}
    </>
  )
}
