/** Runs the server for the benchmark of live updates in a separate process. Reports memory and statements on request. */
import type { AddressInfo } from 'node:net'
import { setQueryObserver } from '#db/query-observer.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { DEFAULT_LIMITS } from '#platform/config/limit-settings.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { buildApp } from '#app/build-app.ts'
import { openFilledSite } from '#app/sites/open-main-site.ts'
import { openSqlite } from '#db/sqlite/sqlite.ts'
import { loadSecretKey } from '#platform/config/secret-box.ts'

export interface LiveServerState {
  rssBytes: number
  heapBytes: number
  /** Number of statements since the start. */
  statements: number
}

const folder = process.argv[2] ?? ''
loadSecretKey({ secretKey: crypto.randomUUID(), dataDir: '' })
let statements = 0
const engine = openSqlite(folder)
const site = await openFilledSite(engine, 'main', { content: 'empty', dataDir: folder })
const NO_LIMITS = { delayMs: 0, utilisation: 0, heapShare: 0, memoryBytes: 0 }
const config = { publicUrl: undefined, trustProxy: true, logLevel: 'silent', limits: { ...DEFAULT_LIMITS, overload: NO_LIMITS } } as const
const { app } = await buildApp({ config, sites: singleSiteDirectory(site) })
const topicIds: number[] = []
for (let count = 0; count < 200; count += 1) topicIds.push(await makeTopic(site))
setQueryObserver(() => (statements += 1))
await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', () => {
  globalThis.gc?.()
  const { rss: rssBytes, heapUsed: heapBytes } = process.memoryUsage()
  process.send?.({ rssBytes, heapBytes, statements } satisfies LiveServerState)
})
process.send?.({ port: (app.server.address() as AddressInfo).port, topicIds })
