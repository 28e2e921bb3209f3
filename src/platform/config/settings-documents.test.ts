/** Tests that the documents of the settings match `config.ts`. `kit.test.ts` checks `deploy/.env.example`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig, CONFIG_SETTINGS } from './config.ts'
import { formatEnvExample } from './env-example.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../..', name), 'utf8')

test('each setting describes its purpose and what it expects', () => {
  expect(CONFIG_SETTINGS.length).toBeGreaterThan(10)
  expect(CONFIG_SETTINGS.filter(({ purpose, expects }) => !/^[A-Z].*\.$/.test(purpose) || !expects)).toEqual([])
})

test('.env.example is up to date (npm run env:example)', () => {
  expect(read('.env.example')).toBe(formatEnvExample())
})

test('.env.example without comment marks equals the defaults', () => {
  const uncommented = parseEnv(read('.env.example').replaceAll(/^# (?=[A-Z_]+=)/gm, ''))
  expect(Object.keys(uncommented).toSorted()).toEqual(CONFIG_SETTINGS.map(({ name }) => name).toSorted())
  expect(readConfig(uncommented)).toEqual(readConfig({}))
})

test('docs/operations.md lists every setting with its default', () => {
  const section = /^## Settings$(.*?)^## /ms.exec(read('docs/operations.md'))?.[1] ?? ''
  const rows = [...section.matchAll(/^\| `([A-Z_]+)` \| (.*?) \|/gm)].map(([, name, value = '']) => [name, value.replaceAll('`', '')])
  const known = CONFIG_SETTINGS.map(({ name, default: value }) => [name, value ?? 'none'])
  expect(rows).toHaveLength(known.length)
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(known))
})
