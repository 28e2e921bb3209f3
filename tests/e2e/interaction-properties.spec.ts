/**
 * Properties of every button, link and dialog of every screen. By day a sample, chosen by a seed that is printed (`SEED=` repeats it); by night
 * everything.
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
/** For each page; on a machine that does nothing else. */
const NIGHT_MS = Number(process.env['PAGE_SECONDS'] ?? 300) * 1000
const DAY_MS = 40_000
const DAY_CONTROLS = 3

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

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

const report = ({ name, role }: Screen, faults: Finding[]) =>
  faults.map(({ control, property, detail }) => `${role} at ${name}: ${control}: ${property}: ${detail} (SEED=${SEED})`)

/** A file for coverage and faults, a line of JSON for each screen; the tests then pass, so that one run finds everything. */
const REPORT = process.env['REPORT']

function record({ name, role }: Screen, coverage: Coverage, faults: string[], startedAt: number): void {
  const seconds = (Date.now() - startedAt) / 1000
  if (REPORT) appendFileSync(REPORT, `${JSON.stringify({ role, name, seconds, ...coverage, faults })}\n`)
}

const expectNoFaults = (faults: string[]) => expect(REPORT ? [] : faults).toEqual([])

/** What follows needs the features and the content that these take away. */
const CHANGES_SITE = /\/api\/admin\/(settings|demo-content|launching)/

interface Memory {
  seen: Map<string, Set<string>>
  followed: Map<Role, Set<string>>
}

async function walkScreen(screen: Screen, memory: Memory, plan: Pick<WalkPlan, 'site' | 'choose' | 'deadlineMs'>): Promise<string[]> {
  const startedAt = Date.now()
  const random = createRandom(SEED)
  const pick: WalkPlan['pick'] = (all) => all[Math.trunc(random() * all.length)] as (typeof all)[number]
  const seen = setOf(memory.seen, pageOf(screen))
  const followed = setOf(memory.followed, screen.role)
  const { findings, coverage } = await walk({ ...plan, screen, pick, seen, followed })
  const lines = report(screen, findings)
  // By day the time is meant to end the walk.
  if (isNightly) lines.push(...coverage.skipped.map((control) => `${screen.role} at ${screen.name}: ${control}: no time was left`))
  if (coverage.writes.some((write) => CHANGES_SITE.test(write))) {
    await plan.site.stop()
    await plan.site.start()
  }
  record(screen, coverage, lines, startedAt)
  return lines
}

function setOf<Key>(sets: Map<Key, Set<string>>, key: Key): Set<string> {
  const found = sets.get(key) ?? new Set()
  sets.set(key, found)
  return found
}

/** The same for all addresses of one page. */
const pageOf = ({ role, name }: Screen) => `${role} at ${patternOf(name)}`

for (const [page, screens] of Map.groupBy(SCREENS, pageOf))
  test(`${page}: every control`, NIGHTLY, async ({ site, memory }) => {
    const deadlineMs = Date.now() + NIGHT_MS
    const faults: string[] = []
    for (const screen of screens) faults.push(...(await walkScreen(screen, memory, { site, choose: (controls) => controls, deadlineMs })))
    expectNoFaults(faults)
  })

// By night every control is walked above.
if (!isNightly)
  test('a sample of the controls of all screens', async ({ site, memory }) => {
    console.log(`SEED=${SEED}`)
    const random = createRandom(SEED)
    const deadlineMs = Date.now() + DAY_MS
    const faults: string[] = []
    for (const screen of shuffled(SCREENS, random)) {
      if (Date.now() > deadlineMs) break
      const choose: WalkPlan['choose'] = (controls) => shuffled(controls, random).slice(0, DAY_CONTROLS)
      faults.push(...(await walkScreen(screen, memory, { site, choose, deadlineMs })))
    }
    expectNoFaults(faults)
  })
