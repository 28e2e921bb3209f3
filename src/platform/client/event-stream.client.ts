/**
 * Reads server-sent events while the page is visible. Tabs that read the same events share one connection: a Web Lock decides which of them
 * opens it, and a BroadcastChannel passes the events on. Without these interfaces (insecure origins) each tab has its own connection.
 */

interface EventStreamOptions {
  url: string
  /** Name of the lock and the channel; tabs with the same name share a connection. */
  name: string
  /** Names of the events. */
  events: readonly string[]
  /** @param data as sent by the server: JSON */
  onEvent: (event: string, data: string) => void
  /** Called soon after the stream was opened or the page was shown again: events may have been missed. @param isFirst whether it is the first time */
  onCatchUp: (isFirst: boolean) => void
  /** Called when the server has refused the stream, for example because the session has ended. Further attempts follow. */
  onRefused: () => void
}

type Message = [event: string, data: string]

/** Message to the other tabs: the connection was opened. */
const OPENED = 'opened'
const CATCH_UP_DELAY_MS = 300
/** Range of the time until the next attempt after the server has refused the stream. */
const RETRY_MS = { min: 15_000, max: 600_000 }

/** Opens the stream. @returns a function that closes it */
export function openEventStream({ url, name, events, onEvent, onCatchUp, onRefused }: EventStreamOptions): () => void {
  let connection: AbortController | undefined
  let catchUpTimer: ReturnType<typeof setTimeout> | undefined
  let isFirst = true

  const catchUpSoon = () => {
    clearTimeout(catchUpTimer)
    catchUpTimer = setTimeout(() => {
      onCatchUp(isFirst)
      isFirst = false
    }, CATCH_UP_DELAY_MS)
  }
  const handle = ([event, data]: Message) => {
    if (event === OPENED) catchUpSoon()
    else onEvent(event, data)
  }
  const connect = () => {
    if (connection) return
    connection = new AbortController()
    const { signal } = connection
    const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
    channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => handle(data))
    signal.addEventListener('abort', () => channel?.close())
    void holdLock(name, signal, () =>
      readEvents(url, events, signal, {
        onRefused,
        onMessage(message) {
          channel?.postMessage(message)
          handle(message)
        },
      }),
    )
    catchUpSoon()
  }
  const disconnect = () => {
    clearTimeout(catchUpTimer)
    connection?.abort()
    connection = undefined
  }
  const update = () => (document.visibilityState === 'visible' ? connect() : disconnect())
  document.addEventListener('visibilitychange', update)
  update()
  return () => {
    document.removeEventListener('visibilitychange', update)
    disconnect()
  }
}

/** Runs `work` while this tab holds the lock. Waits for it until the signal aborts. */
async function holdLock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  // The request rejects when it is aborted while waiting.
  return navigator.locks.request(name, { signal }, work).catch(() => undefined)
}

/** Reads events until the signal aborts. The browser reconnects by itself when the connection is lost, but not when the server refuses it. */
function readEvents(
  url: string,
  events: readonly string[],
  signal: AbortSignal,
  { onMessage, onRefused }: { onMessage: (message: Message) => void; onRefused: () => void },
): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let waitMs = RETRY_MS.min
    const open = () => {
      const opened = new EventSource(url)
      source = opened
      opened.addEventListener('open', () => {
        waitMs = RETRY_MS.min
        onMessage([OPENED, ''])
      })
      for (const event of events) opened.addEventListener(event, ({ data }: MessageEvent<string>) => onMessage([event, data]))
      opened.addEventListener('error', () => {
        if (opened.readyState !== EventSource.CLOSED) return
        timer = setTimeout(open, waitMs * (0.5 + Math.random()))
        waitMs = Math.min(RETRY_MS.max, waitMs * 2)
        onRefused()
      })
    }
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      source?.close()
      resolve()
    })
    open()
  })
}
