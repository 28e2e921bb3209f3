/**
 * Where the log goes: to standard output, and never in a request's way. When nobody takes the lines, because the disk below is full or
 * the pipe is not read, they wait in memory, then are dropped, and how many is said once the lines go out again.
 */
import sonicBoom from 'sonic-boom'

const MAX_WAITING_BYTES = 1024 * 1024
const RETRY_MS = 1000
/** A write that has not ended by then will not do so for the sake of our end. */
const STUCK_MS = 500

export interface LogStream {
  write(line: string): void
  /** Writes what waits, if it can be written at once. */
  end(): void
}

/**
 * @param fd of the open file, 1 for standard output
 * @param maxWaitingBytes so much waits at most; what comes then is dropped
 */
export function openLogStream(fd = 1, maxWaitingBytes = MAX_WAITING_BYTES): LogStream {
  const file = new sonicBoom.SonicBoom({ fd, sync: false, maxLength: maxWaitingBytes })
  let dropped = 0
  let unansweredSince: number | undefined
  const write = (line: string) => {
    unansweredSince ??= performance.now()
    file.write(line)
  }
  file.on('drop', () => void (dropped += 1))
  file.on('write', () => {
    unansweredSince = undefined
    if (dropped === 0) return
    const count = dropped
    dropped = 0
    write(`${JSON.stringify({ level: 40, time: Date.now(), dropped: count, msg: 'lines of the log were dropped: nobody took them' })}\n`)
    // There may be no room for it yet: then it is said with the next.
    if (dropped > 0) dropped = count
  })
  // What could not be written is kept; somebody has to try it again.
  file.on('error', () => void setTimeout(() => file.flush(), RETRY_MS).unref())
  return {
    write,
    end() {
      if (unansweredSince !== undefined && performance.now() - unansweredSince > STUCK_MS) return
      try {
        file.flushSync()
      } catch {
        // Nobody takes it: there is nothing more to be done.
      }
    },
  }
}
