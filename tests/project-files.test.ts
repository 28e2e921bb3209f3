/** Project metadata: each fact has one source, and the other files agree with it. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readLicences } from './support/licences.ts'
import { formatCount, readNamedTests, readRequirementRows, REQUIREMENT_IDS, STATES } from './support/security-page.ts'

interface Manifest {
  license: string
  engines: Record<string, string>
  allowScripts: Record<string, boolean>
  dependencies: Record<string, string>
}
type Lock = { packages: Record<string, Partial<Manifest> & { hasInstallScript?: boolean }> }

const read = (name: string) => readFileSync(name, 'utf8')
const manifest = JSON.parse(read('package.json')) as Manifest
const { packages } = JSON.parse(read('package-lock.json')) as Lock

test('LICENSE, package.json and package-lock.json agree on licence and engines', () => {
  expect(read('LICENSE')).toMatch(new RegExp(`^${manifest.license} License\\n`))
  expect(packages['']).toMatchObject({ license: manifest.license, engines: manifest.engines })
})

test('package.json, .nvmrc, the image and the workflow agree on the Node version', () => {
  const major = manifest.dependencies['node']?.split('.')[0] ?? ''
  expect(major).toMatch(/^\d+$/)
  expect(read('.nvmrc').trim()).toBe(major)
  expect(/^FROM node:(\d+)/m.exec(read('deploy/Dockerfile'))?.[1]).toBe(major)
  expect(read('.github/workflows/test.yml')).not.toMatch(/node-version: /)
})

test('only allowed packages have install scripts', () => {
  const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = running.map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(names.toSorted()).toEqual(Object.keys(manifest.allowScripts).toSorted())
})

test('every package in production has an allowed licence', () => {
  const found = readLicences(read('package-lock.json'), '.')
  expect(found.length).toBeGreaterThan(200)
  expect(found.filter(({ isAllowed }) => !isAllowed)).toEqual([])
})

test('copyleft licences are rejected, except for named packages', () => {
  const isAllowed = (name: string, license?: string) =>
    readLicences(JSON.stringify({ packages: { '': {}, [`node_modules/${name}`]: { license } } }), 'no-such-folder').map(
      (one) => one.isAllowed,
    )
  for (const licence of ['MIT', '(MIT OR GPL-3.0-or-later)', 'MIT AND ISC']) expect(isAllowed('x', licence), licence).toEqual([true])
  for (const licence of [
    undefined,
    'GPL-3.0-only',
    'AGPL-3.0',
    'MIT AND GPL-2.0',
    'LGPL-3.0-or-later',
    'UNLICENSED',
    '(MIT AND GPL-2.0) OR MIT',
  ])
    expect(isAllowed('x', licence), licence).toEqual([false])
  expect(isAllowed('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later')).toEqual([true])
})

test('the workflow runs npm audit and the licence check', () => {
  const workflow = read('.github/workflows/test.yml')
  for (const step of ['npm audit --omit=dev --audit-level=high', 'npm run licences']) expect(workflow).toContain(`- run: ${step}\n`)
})

test('the image excludes .git and settings, and does not run as root', () => {
  expect(read('deploy/Dockerfile.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '**/.env', 'data']))
  expect(read('deploy/Dockerfile')).toMatch(/^USER node$/m)
})

test('docs/security.md lists every requirement once with a state, and counts them correctly', () => {
  const rows = readRequirementRows(read('docs/security.md'))
  expect(REQUIREMENT_IDS).toHaveLength(253)
  expect(rows.flatMap(({ ids }) => ids)).toEqual(REQUIREMENT_IDS)
  expect(rows.filter(({ state, proof }) => !STATES.some((one) => one === state) || proof === '')).toEqual([])
  expect(read('docs/security.md').split('\n')).toContain(formatCount(rows))
})

test('the tests and files referenced by docs/security.md exist, with the quoted titles', () => {
  const page = read('docs/security.md')
  const named = readNamedTests(page)
  expect(named.length).toBeGreaterThan(80)
  const missing = named.filter(({ file, piece }) => piece === undefined || !existsSync(file) || !read(file).includes(piece))
  expect(missing).toEqual([])
  const others = [...page.matchAll(/`((?:src|tests)\/[^`]+)`/g)].map(([, file = '']) => file)
  const links = [...page.matchAll(/\]\((?!http)([^)#]+)/g)].map(([, link = '']) => join(dirname('docs/security.md'), link))
  expect([...others, ...links].filter((file) => !existsSync(file))).toEqual([])
})

const DECISIONS = 'docs/decisions/'
const HEADINGS = ['Context', 'Choice', 'Consequences', 'Alternatives tried']
const decisions = globSync(`${DECISIONS}[0-9]*.md`).map((file) => file.replaceAll('\\', '/').slice(DECISIONS.length))

test('every decision has a number, a date, a status and the four headings', () => {
  expect(decisions.length).toBeGreaterThan(15)
  for (const file of decisions) {
    const text = read(DECISIONS + file)
    expect(/^# (\d+)\. \S/.exec(text)?.[1]?.padStart(4, '0'), file).toEqual(file.slice(0, 4))
    expect(/^\| date \| \d{1,2} [A-Z][a-z]+ \d{4} \|$/m.test(text), file).toBe(true)
    expect(/^\| status \| .+ \|$/m.test(text), file).toBe(true)
    expect(
      [...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name),
      file,
    ).toEqual(HEADINGS)
    for (const part of text.split(/^## /m).slice(1)) expect(part.replace(/^.*\n/, '').trim(), file).not.toBe('')
  }
})

test('the index of decisions has the same titles, dates and statuses', () => {
  const expected = decisions.map((file) => {
    const text = read(DECISIONS + file)
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? []
    const [, date] = /^\| date \| (.+) \|$/m.exec(text) ?? []
    const [, status] = /^\| status \| (.+) \|$/m.exec(text) ?? []
    return `| ${number} | [${title}](${file}) | ${date} | ${status} |`
  })
  const listed = read(`${DECISIONS}README.md`)
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
  expect(listed.toSorted()).toEqual(expected.toSorted())
})
