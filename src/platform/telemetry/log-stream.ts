/**
 * Asynchronous log output that never blocks requests. If lines cannot be written, because the disk is full or the pipe is not read, they
 * are buffered in memory, then dropped; the number of dropped lines is logged once writing works again.
 */
import sonicBoom from 'sonic-boom'

const MAX_WAITING_BYTES = 1024 * 1024
const RETRY_MS = 1000
/** A write that takes longer is considered stuck, and is not waited for at exit. */
const STUCK_MS = 500

export interface LogStream {
  write(line: string): void
  /** Flushes the buffer synchronously, unless writing is stuck. Never throws. */
  end(): void
}

/**
 * Opens a log stream.
 * @param fd file descriptor, 1 for standard output
 * @param maxWaitingBytes size of the buffer; further lines are dropped
 */
export function openLogStream(fd = 1, maxWaitingBytes = MAX_WAITING_BYTES): LogStream {
  const file = new sonicBoom.SonicBoom({ fd, sync: false, maxLength: maxWaitingBytes })
  let dropped = 0
  let pendingSince: number | undefined
  const write = (line: string) => {
    pendingSince ??= performance.now()
    file.write(line)
  }
  file.on('drop', () => void (dropped += 1))
  file.on('write', () => {
    pendingSince = undefined
    if (dropped === 0) return
    const count = dropped
    dropped = 0
    write(`${JSON.stringify({ level: 40, time: Date.now(), dropped: count, msg: 'log lines dropped' })}\n`)
    // The buffer may still be full: then the count is logged after the next write.
    if (dropped > 0) dropped = count
  })
  // sonic-boom retains lines after an error, but does not retry.
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
