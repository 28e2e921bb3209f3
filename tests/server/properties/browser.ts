/** Runs the browser's API client against a server in the same process. */
import { vi } from 'vitest'
import type { BuiltApp } from '#app/build-app.ts'
import { MAIN_HOST } from '#tests/support/test-installation.ts'
import type { World } from './world.ts'
import type { CallInput } from './write-call.ts'

/** Stubs the global `fetch`, so that it sends requests to the server like a browser with a given cookie. */
export function browse(
  world: World,
  { app }: Pick<BuiltApp, 'app'>,
  cookie: string,
  extra: { host?: string | undefined; headers?: Record<string, string> | undefined } = {},
): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const payload = init.body instanceof Blob ? Buffer.from(await init.body.arrayBuffer()) : (init.body as string | undefined)
    const headers = {
      ...(init.headers as Record<string, string>),
      host: extra.host ?? MAIN_HOST,
      ...world.installation.newCaller(),
      ...(cookie ? { cookie } : {}),
      ...extra.headers,
    }
    const response = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
    const sent = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string])
    return new Response(response.body, { status: response.statusCode, headers: sent })
  })
}

/** Converts the input of a call for the browser's API client. */
export function toBrowserInput({ params, query, body }: CallInput) {
  const file = Buffer.isBuffer(body) ? new Blob([new Uint8Array(body)], { type: 'image/png' }) : undefined
  return { params, query, ...(file ? { file } : { body }) }
}
