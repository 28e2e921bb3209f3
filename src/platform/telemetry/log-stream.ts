/**
 * Writes the log asynchronously, so that it never blocks requests. Lines that cannot be written, because the disk is full or the pipe is
 * not read, are buffered in memory. If the buffer is full, further lines are dropped; their number is logged once writing works again.
 */
import sonicBoom from 'sonic-boom'

const DEFAULT_MAX_BUFFER_BYTES = 1024 * 1024
const RETRY_MS = 1000
/** Duration after which a write is considered stuck, so that `end` does not wait for it. */
const STUCK_MS = 500

export interface LogStream {
  /** Queues a line, which must end with a line break. Never throws. */
  write(line: string): void
  /** Flushes the buffer synchronously, unless writing is stuck. Never throws. */
  end(): void
}

/**
 * Opens a log stream.
 * @param fd file descriptor; 1 is the standard output
 * @param maxBufferBytes maximum size of the buffer; further lines are dropped
 */
export function openLogStream(fd = 1, maxBufferBytes = DEFAULT_MAX_BUFFER_BYTES): LogStream {
  const file = new sonicBoom.SonicBoom({ fd, sync: false, maxLength: maxBufferBytes })
  let droppedCount = 0
  let pendingSince: number | undefined
  const write = (line: string) => {
    pendingSince ??= performance.now()
    file.write(line)
  }
  file.on('drop', () => void (droppedCount += 1))
  file.on('write', () => {
    pendingSince = undefined
    if (droppedCount === 0) return
    const loggedCount = droppedCount
    droppedCount = 0
    write(`${JSON.stringify({ level: 40, time: Date.now(), dropped: loggedCount, msg: 'log lines dropped' })}\n`)
    // If the buffer is still full, this line was dropped too; then the count is logged after the next write.
    if (droppedCount > 0) droppedCount = loggedCount
  })
  // After an error, sonic-boom retains the lines but does not write them again by itself.
  file.on('error', () => void setTimeout(() => file.flush(), RETRY_MS).unref())
  return {
    write,
    end() {
      if (pendingSince !== undefined && performance.now() - pendingSince > STUCK_MS) return
      try {
        file.flushSync()
      } catch {
        // The log cannot be written, so the error cannot be logged either.
      }
    },
  }
}
