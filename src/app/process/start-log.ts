/** Buffers the log lines of the startup until the logger exists. */
import type { Log } from '#platform/contract/context.ts'

type Level = 'info' | 'warn' | 'error'

export class StartLog implements Log {
  readonly #buffered: [Level, object, string][] = []
  #log: Log | undefined

  attach(log: Log): void {
    this.#log = log
    for (const [level, about, message] of this.#buffered.splice(0)) log[level](about, message)
  }

  info(about: object, message: string): void {
    this.#write('info', about, message)
  }

  warn(about: object, message: string): void {
    this.#write('warn', about, message)
  }

  error(about: object, message: string): void {
    this.#write('error', about, message)
  }

  #write(level: Level, about: object, message: string): void {
    if (this.#log) this.#log[level](about, message)
    else this.#buffered.push([level, about, message])
  }
}
