/** Button that starts and stops notifications about a category, product or member. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useIsSessionKnown, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import type { WatchKind } from './watch-limits.policy.ts'
import { addWatch, removeWatch, watchQuery } from './watches.client.ts'
import * as styles from './watch-button.module.css'

const EXPLANATIONS: Record<WatchKind, string> = {
  category: 'You will be notified of new topics in this category.',
  product: 'You will be notified of new reviews and topics about this product, and of new prices.',
  user: 'You will be notified of new topics by this member.',
}

interface WatchButtonProps {
  kind: WatchKind
  id: number
  className?: string | undefined
}

/** Renders nothing for visitors, and for members on their own profile. Until the session is known, members get its space. */
export function WatchButton(props: WatchButtonProps) {
  const viewer = useSignedIn()
  const isSessionKnown = useIsSessionKnown()
  if (isSessionKnown && (!viewer || (props.kind === 'user' && props.id === viewer.id))) return null
  return <MemberWatchButton {...props} isSessionKnown={isSessionKnown} />
}

function MemberWatchButton({ kind, id, className, isSessionKnown }: WatchButtonProps & { isSessionKnown: boolean }) {
  const queryClient = useQueryClient()
  const query = watchQuery(kind, id)
  const watches = useQuery({ ...query, enabled: isSessionKnown }).data
  const isWatching = watches !== undefined && watches.total > 0
  const change = useMutation({
    mutationFn: (shouldWatch: boolean) => (shouldWatch ? addWatch(kind, id) : removeWatch(kind, id)),
    onSuccess: (state) => {
      const watch = { kind, id, createdAt: new Date().toISOString(), subject: null }
      queryClient.setQueryData(query.queryKey, state.isWatching ? { items: [watch], total: 1 } : { items: [], total: 0 })
      toast(state.isWatching ? { title: "You're watching", message: EXPLANATIONS[kind] } : { title: "You're no longer watching" })
    },
    onError: (error) => toast({ title: 'The change could not be saved', message: failureReason(error), tone: 'destructive' }),
  })
  return (
    <Button
      variant="quiet"
      className={joinClasses(styles.watch, className)}
      aria-pressed={isWatching}
      data-for={isSessionKnown ? undefined : 'member'}
      disabled={watches === undefined}
      busy={change.isPending}
      onClick={() => change.mutate(!isWatching)}
    >
      {!change.isPending && <Icon name="bell" />}
      {isWatching ? 'Watching' : 'Watch'}
    </Button>
  )
}
