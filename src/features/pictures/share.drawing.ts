/** Has cards drawn by a process of its own, one at a time. It is started when first needed and ends when nothing has come for a while. */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DrawingSources, ShareCard } from './share.card.ts'

const DRAWER = fileURLToPath(new URL('share.drawer.ts', import.meta.url))
const IDLE_MS = 30_000
const TOO_LONG_MS = 30_000

let drawer: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()

/** @returns a PNG. Fails when the drawing does, or takes more than half a minute. */
export function drawInTurn(card: ShareCard, sources: DrawingSources): Promise<Buffer> {
  const draw = () => ask(card, sources)
  const mine = last.then(draw, draw)
  last = mine.catch(() => undefined)
  return mine
}

function ask(card: ShareCard, sources: DrawingSources): Promise<Buffer> {
  clearTimeout(idle)
  const asked = drawer?.connected ? drawer : begin()
  return new Promise<Buffer>((resolve, reject) => {
    const settle = (done: () => void) => {
      clearTimeout(limit)
      asked.off('message', onMessage).off('exit', onExit).off('error', onError)
      idle = setTimeout(end, IDLE_MS).unref()
      done()
    }
    const onMessage = ({ png, failed }: { png?: Uint8Array; failed?: string }) =>
      settle(() => (png ? resolve(Buffer.from(png)) : reject(new Error(`A card was not drawn: ${failed}`))))
    const onExit = () => settle(() => reject(new Error('What draws cards has ended.')))
    const onError = (fault: Error) => settle(() => reject(fault))
    const limit = setTimeout(() => {
      asked.kill('SIGKILL')
    }, TOO_LONG_MS)
    asked.on('message', onMessage).on('exit', onExit).on('error', onError)
    asked.send({ card, sources })
  })
}

function begin(): ChildProcess {
  const begun = fork(DRAWER, { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // It does not keep the server from stopping; when the server has stopped, its channel closes and it ends.
  begun.unref()
  begun.channel?.unref()
  drawer = begun
  return begun
}

function end(): void {
  if (drawer?.connected) drawer.disconnect()
  drawer = undefined
}
