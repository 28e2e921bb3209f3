import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsSessionKnown, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { useSite } from '#site/shell/use-site.ts'

/** Time after which the updates start even if the browser is never idle. */
const MAX_IDLE_WAIT_MS = 3000
const TOPIC_PATH = /^\/forum\/(\d{1,10})\/?$/

/**
 * Opens the live updates of the page, once the browser is idle: those of the topic on a topic's page, and for members those of their notices
 * on every page. The page works without them.
 */
export function useLiveUpdates(pathname: string): void {
  const queryClient = useQueryClient()
  const { features } = useSite()
  const isSessionKnown = useIsSessionKnown()
  const memberId = useSignedIn()?.id
  const topicId = features.forums ? Number(TOPIC_PATH.exec(pathname)?.[1] ?? 0) : 0
  useEffect(() => {
    if (!isSessionKnown || (memberId === undefined && topicId === 0) || typeof EventSource === 'undefined') return undefined
    const stopped = new AbortController()
    const open = async () => {
      const { openLiveUpdates } = await import('#features/live/live.client.ts')
      if (stopped.signal.aborted) return
      const close = openLiveUpdates(queryClient, { topicId: topicId || undefined, memberId })
      stopped.signal.addEventListener('abort', close)
    }
    // The module may fail to load offline.
    const cancel = whenIdle(() => void open().catch(() => undefined))
    return () => {
      cancel()
      stopped.abort()
    }
  }, [queryClient, isSessionKnown, memberId, topicId])
}

/** Calls `run` when the browser is idle. @returns a function that cancels the call */
function whenIdle(run: () => void): () => void {
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, MAX_IDLE_WAIT_MS / 3)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: MAX_IDLE_WAIT_MS })
  return () => cancelIdleCallback(handle)
}
