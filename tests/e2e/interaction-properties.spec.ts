/**
 * Checks properties of every button, link and dialog of every screen. The daily run checks a random sample and prints its seed (`SEED=`
 * repeats it); the nightly run checks everything.
 */
import { chooseSeed, createRandom } from '#tests/support/test-seed.ts'
import { appendFileSync } from 'node:fs'
import { isNightly } from '#tests/support/run-mode.ts'
import { NIGHTLY } from './nightly.ts'
import { expect, test as base } from './site.ts'
import { SCREENS, type Screen } from './properties/screens.ts'
import { patternOf } from './properties/tree.ts'
import { WalkedSite, type Role } from './properties/walked-site.ts'
import type { Coverage, Finding, WalkPlan } from './properties/walk-plan.ts'
import { walk } from './properties/walk.ts'

const SEED = chooseSeed('SEED')
/** Time limit per page, for a machine that runs nothing else. */
const NIGHTLY_LIMIT_MS = Number(process.env['PAGE_SECONDS'] ?? 300) * 1000
const DAILY_LIMIT_MS = 40_000
const DAILY_CONTROLS_PER_SCREEN = 3

const test = base.extend<object, { site: WalkedSite; memory: Memory }>({
  site: [
    async ({ browser }, use) => {
      const site = new WalkedSite(browser)
      await site.start()
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  memory: [async ({}, use) => use({ seen: new Map(), followed: new Map() }), { scope: 'worker' }],
})

function shuffle<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

const describeFindings = ({ name, role }: Screen, findings: Finding[]) =>
  findings.map(({ control, property, detail }) => `${role} at ${name}: ${control}: ${property}: ${detail} (SEED=${SEED})`)

/** File for coverage and failures, as one JSON line per screen. With it the tests always pass, so that one run finds everything. */
const REPORT = process.env['REPORT']

function appendToReport({ name, role }: Screen, coverage: Coverage, failures: string[], startedAt: number): void {
  const seconds = (Date.now() - startedAt) / 1000
  if (REPORT) appendFileSync(REPORT, `${JSON.stringify({ role, name, seconds, ...coverage, failures })}\n`)
}

const expectNoFailures = (failures: string[]) => expect(REPORT ? [] : failures).toEqual([])

/** Writes that switch off features or remove content which later screens need; the site is restarted after them. */
const CHANGES_SITE = /\/api\/admin\/(settings|demo-content|launching)/

interface Memory {
  seen: Map<string, Set<string>>
  followed: Map<Role, Set<string>>
}

async function walkScreen(screen: Screen, memory: Memory, plan: Pick<WalkPlan, 'site' | 'choose' | 'deadlineMs'>): Promise<string[]> {
  const startedAt = Date.now()
  const random = createRandom(SEED)
  const pick: WalkPlan['pick'] = (all) => all[Math.trunc(random() * all.length)] as (typeof all)[number]
  const seen = getOrCreateSet(memory.seen, pageKeyOf(screen))
  const followed = getOrCreateSet(memory.followed, screen.role)
  const { findings, coverage } = await walk({ ...plan, screen, pick, seen, followed })
  const lines = describeFindings(screen, findings)
  // In the daily run the walk is expected to end by time.
  if (isNightly) lines.push(...coverage.skipped.map((control) => `${screen.role} at ${screen.name}: ${control}: no time was left`))
  if (coverage.writes.some((write) => CHANGES_SITE.test(write))) {
    await plan.site.stop()
    await plan.site.start()
  }
  appendToReport(screen, coverage, lines, startedAt)
  return lines
}

function getOrCreateSet<Key>(sets: Map<Key, Set<string>>, key: Key): Set<string> {
  const found = sets.get(key) ?? new Set()
  sets.set(key, found)
  return found
}

/** Identifies a page with all its paths, for one role. */
const pageKeyOf = ({ role, name }: Screen) => `${role} at ${patternOf(name)}`

for (const [page, screens] of Map.groupBy(SCREENS, pageKeyOf))
  test(`every control on ${page} has the interaction properties`, NIGHTLY, async ({ site, memory }) => {
    const deadlineMs = Date.now() + NIGHTLY_LIMIT_MS
    const failures: string[] = []
    for (const screen of screens) failures.push(...(await walkScreen(screen, memory, { site, choose: (controls) => controls, deadlineMs })))
    expectNoFailures(failures)
  })

// The nightly run checks every control, in the tests above.
if (!isNightly)
  test('a random sample of the controls on all screens has the interaction properties', async ({ site, memory }) => {
    console.log(`SEED=${SEED}`)
    const random = createRandom(SEED)
    const deadlineMs = Date.now() + DAILY_LIMIT_MS
    const failures: string[] = []
    for (const screen of shuffle(SCREENS, random)) {
      if (Date.now() > deadlineMs) break
      const choose: WalkPlan['choose'] = (controls) => shuffle(controls, random).slice(0, DAILY_CONTROLS_PER_SCREEN)
      failures.push(...(await walkScreen(screen, memory, { site, choose, deadlineMs })))
    }
    expectNoFailures(failures)
  })
