import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const preload = join(import.meta.dirname, 'memory-arenas.ts')
const script = join(import.meta.dirname, '../../../tests/support/say-arenas.ts')
const told = process.platform === 'linux' ? '2' : undefined
const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MALLOC_')))

async function run(env: NodeJS.ProcessEnv): Promise<{ arenas?: string; mapped?: string; pid: number; args: string[]; flags: string[] }> {
  const started = promisify(execFile)(process.execPath, ['--stack-size=900', '--import', preload, script, 'one', 'two words'], { env })
  const { stdout, stderr } = await started
  expect(stderr).toBe('')
  return { ...JSON.parse(stdout), startedAs: started.child.pid }
}

test('a server begins with two areas of memory, under its own number, with all it was called with', async () => {
  const said = await run(clean)
  expect(said).toMatchObject({ arenas: told, args: ['one', 'two words'], flags: ['--stack-size=900', '--import', preload] })
  expect(said).toMatchObject({ startedAs: said.pid })
})

test('what the operator has said stays, and a forked process keeps its line', async () => {
  expect(await run({ ...clean, MALLOC_ARENA_MAX: '5' })).toMatchObject({
    arenas: '5',
    mapped: process.platform === 'linux' ? '65536' : undefined,
  })
  const child = fork(script, [], { execArgv: ['--import', preload], env: clean, silent: true })
  expect((await once(child, 'message'))[0]).toMatchObject({ pid: child.pid })
})
