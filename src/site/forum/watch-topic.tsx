/** Lets members watch a topic. Rendering the button marks the member's notices about the topic as read. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsSessionKnown, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { setTopicWatch, topicWatchQuery } from '#features/forums/watching/watch.client.ts'
import { readNotices } from '#features/notices/notice.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import * as styles from './topic.module.css'
import { toast } from '#ui/overlays/toast-store.ts'

export function WatchTopic({ topicId }: { topicId: number }) {
  const user = useSignedIn()
  const isSessionKnown = useIsSessionKnown()
  if (!isSessionKnown) return <WatchPlaceholder />
  return user && <WatchButton topicId={topicId} unreadCount={user.unreadNotices} />
}

/** Reserves the space for the button, for members only. */
const WatchPlaceholder = () => <p className={`${styles.topicWatch} ${styles.topicWatchSpace}`} data-for="member" />

function WatchButton({ topicId, unreadCount }: { topicId: number; unreadCount: number }) {
  const queryClient = useQueryClient()
  const watch = useQuery(topicWatchQuery(topicId))
  const isWatching = watch.data?.isWatching ?? false
  useEffect(() => {
    if (unreadCount > 0) void readNotices({ about: `topic:${topicId}` }).catch(() => undefined)
  }, [topicId, unreadCount])
  const change = useMutation({
    mutationFn: (shouldWatch: boolean) => setTopicWatch(topicId, shouldWatch),
    onSuccess: (updated) => {
      queryClient.setQueryData(topicWatchQuery(topicId).queryKey, updated)
      toast({ title: updated.isWatching ? "You're watching this topic" : "You're no longer watching this topic" })
    },
    onError: () => toast({ title: 'The change could not be saved', message: 'Please try again.', tone: 'destructive' }),
  })
  if (watch.isPending) return <WatchPlaceholder />
  if (!watch.data) return null
  return (
    <p className={styles.topicWatch}>
      <Button
        variant="quiet"
        aria-pressed={isWatching}
        busy={change.isPending}
        busyLabel={isWatching ? 'Watching' : 'Watch'}
        onClick={() => change.mutate(!isWatching)}
      >
        <Icon name="bell" />
        {isWatching ? 'Watching' : 'Watch'}
      </Button>
    </p>
  )
}
