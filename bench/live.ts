/** Opens 2,000 streams of live updates with plain sockets and measures what they cost: memory, statements and the time of an event. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { LiveServerState } from './live-server.ts'
import { checkMetric, printLine } from './statistics.ts'

const STREAM_COUNT = 2_000
const MAX_MEGABYTES = 60
/** Longer than the interval of the heartbeats. */
const IDLE_MS = 30_000
const MEGABYTE = 1024 * 1024

export async function benchLive(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-live-'))
  const server = fork(join(import.meta.dirname, 'live-server.ts'), [folder], { execArgv: ['--expose-gc'] })
  try {
    const [{ port, topicIds }] = (await once(server, 'message')) as [{ port: number; topicIds: number[] }]
    // The first streams and requests compile code and fill caches.
    await closeStreams(await openStreams(port, topicIds, 300))
    await postReply(port, topicIds[0] ?? 0)
    await wait(1000)
    const before = await readState(server)
    // Half of the pages show one topic, the others one of 200.
    const [firstTopicId = 0] = topicIds
    const streams = await openStreams(
      port,
      topicIds.flatMap((id) => [id, firstTopicId]),
      STREAM_COUNT,
    )
    const opened = await readState(server)
    await wait(IDLE_MS)
    const idle = await readState(server)
    const megabytes = (idle.rssBytes - before.rssBytes) / MEGABYTE
    const heap = (idle.heapBytes - before.heapBytes) / MEGABYTE
    checkMetric(
      `memory of ${STREAM_COUNT} open pages`,
      megabytes,
      { atMost: MAX_MEGABYTES },
      { digits: 1, unit: 'MB', against: `heap ${heap.toFixed(1)} MB` },
    )
    checkMetric('statements while they were opened', opened.statements - before.statements, { atMost: 0 }, { digits: 0 })
    checkMetric('statements in 30 s with heartbeats', idle.statements - opened.statements, { atMost: 0 }, { digits: 0 })
    await measureEvent(server, port, firstTopicId, streams)
    await closeStreams(streams)
    await wait(1000)
    const closed = await readState(server)
    // Freed memory stays with the process for later use, so the heap shows whether anything is left of the streams.
    printLine('heap after they were closed', `${((closed.heapBytes - before.heapBytes) / MEGABYTE).toFixed(1)} MB`, 'more than before')
  } finally {
    server.kill()
    await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures how long an event takes to reach all pages of a topic, and how many statements it needs besides those of the write. */
async function measureEvent(server: ChildProcess, port: number, topicId: number, streams: readonly Stream[]): Promise<void> {
  const readers = streams.filter((stream) => stream.topicId === topicId)
  const [unwatchedWrite, watchedWrite] = [await countStatements(server, port, undefined), await countStatements(server, port, topicId)]
  const received = readers.map(({ socket }) => once(socket, 'data'))
  const startedAt = performance.now()
  await postReply(port, topicId)
  await Promise.all(received)
  printLine(`a reply reaches ${readers.length} pages within`, `${(performance.now() - startedAt).toFixed(0)} ms`)
  printLine('statements of an event', String(watchedWrite - unwatchedWrite))
}

/** Counts the statements of a reply. @param topicId undefined for a topic without open pages */
async function countStatements(server: ChildProcess, port: number, topicId: number | undefined): Promise<number> {
  const { statements } = await readState(server)
  await postReply(port, topicId ?? UNWATCHED_TOPIC)
  await wait(500)
  return (await readState(server)).statements - statements
}
const UNWATCHED_TOPIC = 200

interface Stream {
  topicId: number
  socket: Socket
}

async function openStreams(port: number, topicIds: readonly number[], count: number): Promise<Stream[]> {
  const streams: Stream[] = []
  for (let index = 0; index < count; index += 1) {
    const topicId = topicIds[index % (topicIds.length - 2)] ?? 0
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('latin1')
    const clientIp = `10.${index >> 14}.${(index >> 7) & 127}.${index & 127}`
    socket.write(`GET /api/live?topic=${topicId} HTTP/1.1\r\nHost: localhost:${port}\r\nX-Forwarded-For: ${clientIp}\r\n\r\n`)
    const [head] = (await once(socket, 'data')) as [string]
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(head)
    // The data must be consumed, or the socket stops receiving.
    socket.resume()
    streams.push({ topicId, socket })
  }
  return streams
}

async function closeStreams(streams: readonly Stream[]): Promise<void> {
  for (const { socket } of streams) socket.destroy()
  await wait(500)
}

let replyCount = 0
async function postReply(port: number, forumId: number): Promise<void> {
  const response = await fetch(`http://localhost:${port}/api/forum-replies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.250.0.${(replyCount += 1)}` },
    body: JSON.stringify({ content: `Reply ${crypto.randomUUID()}`, forumId }),
  })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}

async function readState(server: ChildProcess): Promise<LiveServerState> {
  const answered = once(server, 'message')
  server.send('state')
  const [state] = (await answered) as [LiveServerState]
  return state
}
