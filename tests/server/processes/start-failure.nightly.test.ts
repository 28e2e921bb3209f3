/** A failed start reports the reason and the setting or file, and changes nothing. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { removeData, startServer } from '#tests/support/running-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'start-tests-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a data folder', () => {
  test('with a damaged database stops the start, which names the file and leaves it unchanged', async () => {
    const server = await startServer({ CONTENT: 'empty' })
    expect(await server.stop()).toBe(0)
    const file = join(server.dataDir, 'sites/main.sqlite')
    const sound = readFileSync(file)
    for (const damaged of [
      Buffer.concat([Buffer.from('No database at all. '), sound.subarray(20)]),
      Buffer.concat([sound.subarray(0, 4096), Buffer.alloc(sound.length - 4096, 7)]),
    ]) {
      writeFileSync(file, damaged)
      await expect(startServer({ DATA_DIR: server.dataDir })).rejects.toThrow(
        /main\.sqlite is damaged \(corrupt\)\. Restore it from a backup/,
      )
      expect(readFileSync(file).equals(damaged)).toBe(true)
    }
    removeData(server.dataDir)
  })

  test('that is a file stops the start with "not writable"', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await expect(startServer({ DATA_DIR: file })).rejects.toThrow(/DATA_DIR \(.*file\) is not writable/)
  })

  test('that cannot be created stops the start with the setting’s name', async () => {
    await expect(startServer({ DATA_DIR: '/proc/net-zero/data' })).rejects.toThrow(/DATA_DIR \(\/proc\/net-zero\/data\) is not writable/)
  })

  test.each(['files/main/uploads/0123456789abcdef01234567-10x10/10.webp', 'sites/copy_0123456789ab.sqlite'])(
    'with an empty main database but an existing %s stops the start',
    async (name) => {
      const left = mkdtempSync(join(folder, 'left-'))
      mkdirSync(join(left, name, '..'), { recursive: true })
      copyFileSync(join(import.meta.dirname, '../../../package.json'), join(left, name))
      await expect(startServer({ DATA_DIR: left })).rejects.toThrow(
        /the main database is empty, but .* Restore the database .* or .*empty folder/,
      )
      expect(readFileSync(join(left, name)).length).toBeGreaterThan(100)
    },
  )
})

describe('a listen address', () => {
  test('of another machine or an unknown host stops the start', async () => {
    await expect(startServer({ HOST: '192.0.2.1', CONTENT: 'empty' })).rejects.toThrow(
      /HOST 192\.0\.2\.1 is not an address of this machine/,
    )
    await expect(startServer({ HOST: 'no-such-host.invalid', CONTENT: 'empty' })).rejects.toThrow(
      /HOST no-such-host\.invalid is not an address of this machine/,
    )
  })

  test('in use by another program stops the start', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    await expect(startServer({ PORT: String(port), CONTENT: 'empty' })).rejects.toThrow(
      new RegExp(`PORT ${port} is already in use by another program`),
    )
    await new Promise((resolve) => other.close(resolve))
  })
})

test('an unreachable PostgreSQL server stops the start, without printing the password', async () => {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  await expect(startServer({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/none` })).rejects.toThrow(
    new RegExp(`PostgreSQL server at 127\\.0\\.0\\.1:${port} cannot be reached`),
  )
  await expect(startServer({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/none` })).rejects.not.toThrow(/secret/)
})
