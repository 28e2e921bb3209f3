/**
 * A real disk without room, below a real server: nothing acknowledged is lost, whoever asks hears what it is, and with room again all
 * is well without anybody's help. It needs a disk of its own, which only root may mount.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { startServer, type RunningServer } from './support/running-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
const isMounted = mount()
let server: RunningServer | undefined
afterAll(async () => {
  await server?.kill()
  if (isMounted) execFileSync('umount', [folder])
  rmdirSync(folder)
})

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

/** Takes all the room there is, but for a little. */
function fillDisk(leave: number): void {
  const { bavail, bsize } = statfsSync(folder)
  appendFileSync(join(folder, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - leave), 1))
}

let caller = 0
async function post(url: string, title: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.4.${++caller >> 8}.${caller & 255}` }
  const body = JSON.stringify({ title, content: 'words '.repeat(2000), categoryId: 1 })
  return fetch(`${url}/api/forums`, { method: 'POST', headers, body })
}
const titlesIn = async (url: string) =>
  ((await (await fetch(`${url}/api/forums?perPage=100`)).json()) as { title: string }[]).map(({ title }) => title)

test.runIf(isMounted)(
  'a full disk: 507, not ready, readers read on; with room again it goes on by itself, and nothing is lost',
  async () => {
    const env = { DATA_DIR: join(folder, 'data'), CONTENT: 'empty', TRUST_PROXY: 'true' }
    server = await startServer(env)
    const acknowledged: string[] = []
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    fillDisk(200_000)
    let refused: Response | undefined
    for (let n = 0; n < 90 && !refused; n++) {
      const answer = await post(server.url, `Topic ${n}`)
      if (answer.status === 201) acknowledged.push(`Topic ${n}`)
      else refused = answer
    }
    expect([refused?.status, refused?.headers.get('retry-after'), await refused?.json()]).toEqual([
      507,
      '60',
      { code: 'storage.full', message: 'There is no room left on the server, so nothing was saved. Please try again later.' },
    ])
    await vi.waitFor(() => expect(server?.output()).toContain('the disk is full'), { timeout: 60_000 })
    fillDisk(0)
    await vi.waitFor(async () => expect((await fetch(`${server?.url}/readyz`)).status).toBe(503), { timeout: 60_000, interval: 500 })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url}/forum`)).status).toBe(200)
    expect(await titlesIn(server.url)).toEqual(expect.arrayContaining(acknowledged))

    rmSync(join(folder, 'filler'))
    await vi.waitFor(async () => expect((await fetch(`${server?.url}/readyz`)).status).toBe(200), { timeout: 60_000, interval: 500 })
    expect((await post(server.url, 'There is room')).status).toBe(201)
    await server.kill()
    server = await startServer(env)
    expect(await titlesIn(server.url)).toEqual(expect.arrayContaining([...acknowledged, 'There is room']))
    // A start on a full disk says so, and not that somebody else is there.
    await server.kill()
    server = undefined
    fillDisk(0)
    await expect(startServer({ ...env, DATA_DIR: join(folder, 'new') })).rejects.toThrow(/There is no room left on the disk of DATA_DIR/)
    rmSync(join(folder, 'filler'))
  },
)
