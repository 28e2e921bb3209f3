/** Lists what the member watches, with a button to stop each watch. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { setTopicWatch } from '#features/forums/watching/watch.client.ts'
import { addWatch, removeWatch, WATCHES_PER_PAGE, watchesQuery, type Watch } from '#features/watches/watches.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { parsePage } from '#site/page-number.ts'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { Link } from '#ui/router/link.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Badge } from '#ui/text/badge.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import { OwnList } from './own-list.tsx'
import * as styles from './own.module.css'

const KIND_LABELS = {
  topic: 'Topic: new replies',
  category: 'Category: new topics',
  product: 'Product: new reviews, topics and prices',
  user: 'Member: new topics',
} as const

export default function OwnWatches({ userId }: { userId: number }) {
  const page = parsePage(useSearchParams()[0])
  const watches = useQuery(watchesQuery(page))
  return (
    <>
      <p className={styles.hint}>
        New posts appear in your notifications. <Link to={paths.account('notices')}>Email settings</Link>
      </p>
      <OwnList
        query={watches}
        subject="watches"
        empty={
          <EmptyState
            level={3}
            title={page > 1 ? 'There is nothing on this page' : 'You are not watching anything yet'}
            text={page > 1 ? undefined : 'Choose “Watch” on a topic, category, product or member to be notified of new posts.'}
            action={
              page > 1 ? (
                <ButtonLink to={paths.user(userId, 'watched')}>Go to the first page</ButtonLink>
              ) : (
                <ButtonLink to={paths.home()}>Look around</ButtonLink>
              )
            }
          />
        }
      >
        {(items) => items.map((watch) => <WatchRow key={`${watch.kind} ${watch.id}`} watch={watch} />)}
      </OwnList>
      <Pager
        page={page}
        pages={Math.ceil((watches.data?.total ?? 0) / WATCHES_PER_PAGE)}
        hrefFor={(number) => paths.user(userId, 'watched', { page: number })}
        label="Pages of watches"
      />
    </>
  )
}

function WatchRow({ watch }: { watch: Watch }) {
  const { kind, createdAt, subject } = watch
  const [isBusy, setBusy] = useState(false)
  const stop = async () => {
    setBusy(true)
    try {
      await setWatch(watch, false)
      toast({ title: "You're no longer watching", action: { label: 'Undo', run: () => void watchAgain(watch) } })
    } catch (error) {
      toast({ title: 'The change could not be saved', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <div>
        <h3 className={subject ? undefined : styles.gone}>
          {subject ? (
            <Link to={subject.path}>
              <NoBreakText text={subject.title} />
            </Link>
          ) : (
            'No longer available'
          )}
        </h3>
        <p className="meta">
          {subject?.isWaiting && <Badge variant="outline">Waiting for approval</Badge>}
          <span>{KIND_LABELS[kind]}</span>
          {subject?.isDemo && <DemoChip />}
          <RelativeTime date={createdAt} kind="forum" />
        </p>
      </div>
      <p className={styles.itemActions}>
        <Button variant="quiet" size="s" busy={isBusy} onClick={() => void stop()}>
          Stop watching<span className="visuallyHidden"> {subject?.title ?? 'no longer available'}</span>
        </Button>
      </p>
    </li>
  )
}

async function setWatch({ kind, id }: Watch, isWatching: boolean): Promise<void> {
  if (kind === 'topic') await setTopicWatch(id, isWatching)
  else await (isWatching ? addWatch : removeWatch)(kind, id)
}

async function watchAgain(watch: Watch): Promise<void> {
  try {
    await setWatch(watch, true)
  } catch (error) {
    toast({ title: 'The change could not be undone', message: failureReason(error), tone: 'destructive' })
  }
}
