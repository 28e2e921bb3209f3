/** With the standard OTEL variables a server sends traces to a collector; without them no tracing code is loaded. */
import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTracing } from '#app/process/open-tracing.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { removeData, startServer, type RunningServer } from '#tests/support/running-server.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}
const spans: Span[] = []
const services = new Set<string>()
let collector: Server
let server: RunningServer

beforeAll(async () => {
  collector = createServer((request, response) => {
    void text(request).then((body) => {
      const { resourceSpans } = JSON.parse(body) as {
        resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[]
      }
      for (const { resource, scopeSpans } of resourceSpans) {
        services.add(`${request.url} ${resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue}`)
        spans.push(...scopeSpans.flatMap((one) => one.spans))
      }
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  server = await startServer({
    TRUST_PROXY: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_SERVICE_NAME: 'the-tests',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
})
afterAll(async () => {
  await server.stop()
  removeData(server.dataDir)
  collector.close()
})

const find = (name: string) => vi.waitUntil(() => spans.find((span) => span.name === name), { timeout: 60_000 })
const attribute = ({ attributes }: Span, key: string) => {
  const value = attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

test('a page span has route, status and site, and child spans for rendering and statements without values', async () => {
  const { status } = await fetch(`${server.url}/articles/a-moth-at-night?moth=1`)
  expect(status).toBe(404)
  const page = await find('GET /articles/:slug')
  expect(['http.route', 'http.response.status_code', 'net_zero.site'].map((key) => attribute(page, key))).toEqual([
    '/articles/:slug',
    404,
    'main',
  ])
  const within = spans.filter(({ parentSpanId }) => parentSpanId === page.spanId)
  expect(new Set(within.map(({ name }) => name))).toEqual(new Set(['render', 'select']))
  expect(within.map((span) => attribute(span, 'db.query.text')).join()).toMatch(/from "articles"[^,]* where .*"slug" = \?/)
  expect(within.every(({ traceId }) => traceId === page.traceId)).toBe(true)
  expect(JSON.stringify(spans)).not.toContain('moth')
  expect([...services]).toEqual(['/v1/traces the-tests'])
})

test('a request with a traceparent header continues that trace', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await fetch(`${server.url}/api/products`, { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } })
  const call = await find('GET /api/products')
  expect(call.traceId).toEqual(traceId)
  expect(call.parentSpanId).toBe('b7ad6b7169203331')
  await fetch(`${server.url}/api/categories`, { headers: { traceparent: `00-${'0'.repeat(31)}-nonsense` } })
  expect((await find('GET /api/categories')).parentSpanId ?? '').toBe('')
})

testAtNight('an unreachable collector delays neither requests nor shutdown', async () => {
  const alone = await startServer({ CONTENT: 'empty', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect((await fetch(`${alone.url}/about`)).status).toBe(200)
  expect(await alone.stop()).toBe(0)
  removeData(alone.dataDir)
})

test('tracing is off without the variables or when they disable it', async () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  for (const env of [
    {},
    { ...endpoint, OTEL_SDK_DISABLED: 'true' },
    { ...endpoint, OTEL_TRACES_EXPORTER: 'none' },
    { OTEL_SERVICE_NAME: 'a' },
  ])
    expect(await openTracing(env)).toBeUndefined()
  const root = join(import.meta.dirname, '../../../src')
  const importers = (what: RegExp) => globSync('**/*.ts', { cwd: root }).filter((file) => what.test(readFileSync(join(root, file), 'utf8')))
  expect(importers(/^import (?!type)[^;]*? from '@opentelemetry/m)).toEqual(['platform/telemetry/tracing.ts'])
  expect(importers(/^import (?!type)[^\n]*'[^']*\/tracing\.ts'/m)).toEqual([])
})
