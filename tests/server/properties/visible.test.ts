/**
 * Tests visibility: content that is not public, in any of its states, is in no output; public content is in every output that lists its kind;
 * and counts agree with the lists. All outputs are read before and after the states change, with warm and with empty caches. By day, fewer
 * URLs of each output are read as a member and with a feature switched off.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WEBHOOK_EVENT_NAMES } from '#features/webhooks/webhook-events.policy.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import { Scenario } from './visible/scenario.ts'
import { Counts } from './visible/counts.ts'
import { closeConnections } from './visible/get-over-http.ts'
import { findLeaks, findMissing, findOpenUrls, findStale, findUnchanged } from './visible/leaks.ts'
import { emptyCaches, readAll, readAsAdministrator, runBackgroundWork, type Output } from './visible/outputs.ts'
import { findWrongSearches } from './visible/searches.ts'
import { addWebhook, findPosition, readSent, SENT_OF, type Position } from './visible/sent.ts'
import { findUnknownStateColumns, listCovered } from './visible/state-columns.ts'
import { STATES } from './visible/states.ts'
import { FEATURES, findReachable, findRemaining, switchOff } from './visible/switched-off.ts'
import type { Phase, Thing } from './visible/things.ts'
import { openWorld, type World } from './world.ts'

let world: World
let scenario: Scenario
/** Position of the newest mail and webhook call before the states change. */
let position: Position = { mail: 0, delivery: 0 }
/** The function that changes the state of each case, and the content that it hides. */
const changes: { change: () => Promise<unknown>; hides: Thing[] }[] = []
/** Hidden content that a response still contained right after the change. */
const stale: string[] = []
/** Outputs of the phase before the change. */
let first: Output[] = []
let changing: Promise<void> | undefined
beforeAll(async () => {
  world = await openWorld({ content: 'empty', pages: true, publicUrl: 'http://localhost:3000', listens: true })
  await addWebhook(world, WEBHOOK_EVENT_NAMES)
  scenario = await Scenario.create(world)
  for (const { make } of STATES) {
    const others = scenario.things.all.length
    const change = await make(scenario)
    changes.push({ change, hides: scenario.things.all.slice(others) })
  }
  await runBackgroundWork(scenario)
})
afterAll(async () => {
  closeConnections()
  await world.close()
})

// Short titles, because the reporter truncates longer ones.
const PHASES: { title: string; phase: Phase; begin: () => Promise<unknown>; isWarm: boolean }[] = [
  { title: 'before the change', phase: 'before', begin: async () => undefined, isWarm: true },
  { title: 'after the change, with warm caches', phase: 'after', begin: changeStates, isWarm: true },
  {
    title: 'after the change, with empty caches',
    phase: 'after',
    begin: () => changeStates().then(() => emptyCaches(world)),
    isWarm: false,
  },
]

/** Changes all states, once. */
function changeStates(): Promise<void> {
  changing ??= change()
  return changing
}

async function change(): Promise<void> {
  position = await findPosition(world)
  for (const { change, hides } of changes)
    stale.push(...(await findStale(scenario, change, { hides, before: first, maxUrls: isNightly ? Infinity : 2 })))
  await runBackgroundWork(scenario)
  // The next outputs then show whether an administrator's response was cached for others.
  await readAsAdministrator(scenario, 'after')
}

test('every state that a column can have is covered or exempt with a reason', async () => {
  expect(await findUnknownStateColumns(world)).toEqual([])
  const covered = STATES.flatMap(({ covers }) => covers)
  expect(listCovered().filter((state) => !covered.some((one) => one === state || one.startsWith(`${state}=`)))).toEqual([])
})

describe.each(PHASES)('$title', ({ phase, begin, isWarm }) => {
  let outputs: Output[]
  beforeAll(async () => {
    await begin()
    outputs = await readAll(scenario, phase, { maxMemberUrls: isNightly ? Infinity : isWarm ? 4 : 0 })
    if (phase === 'before') first = outputs
  })

  test('no output shows content that is not public', () => {
    expect(findLeaks(scenario, outputs, phase)).toEqual([])
  })

  test.runIf(phase === 'after')('no notice, mail, webhook, newsletter draft or dashboard shows content that is not public', async () => {
    expect(findLeaks(scenario, await readSent(scenario, position), phase)).toEqual([])
  })

  test.runIf(phase === 'after')('notices, mails, webhooks, the newsletter draft and the dashboard show public content', async () => {
    const sent = await readSent(scenario, position)
    for (const [of, title] of SENT_OF) {
      const shown = sent.filter(({ url }) => url.startsWith(of)).flatMap(({ text }) => [...scenario.things.findIn(text)])
      expect(
        shown.map(({ thing }) => thing.title),
        of,
      ).toContainEqual(expect.stringMatching(`^${title}`))
    }
  })

  test.runIf(phase === 'after' && isWarm)('hidden content is in no cached response right after the change', () => {
    expect(stale).toEqual([])
  })

  test.runIf(phase === 'after' && isWarm)('a browser with an older response gets no 304', async () => {
    expect(await findUnchanged(scenario, first, outputs)).toEqual([])
  })

  test('the URL of an item exists only while the item is public', () => {
    expect(findOpenUrls(outputs, phase)).toEqual([])
  })

  test('public content is in every output that lists its kind', () => {
    expect(findMissing(scenario, outputs, phase, isNightly ? ['visitor', 'member'] : ['visitor'])).toEqual([])
  })

  test.runIf(isWarm || isNightly)('counts agree with the listed items', async () => {
    expect(await Counts.check(scenario)).toEqual([])
  })

  // Not in the third phase, which has the same search results as the second.
  test.runIf(isWarm)('searches find public content only', async () => {
    expect(await findWrongSearches(scenario, phase)).toEqual([])
  })
})

test('an administrator sees drafts', async () => {
  const shown = (await readAsAdministrator(scenario, 'after')).flatMap(({ name, text }) =>
    name === 'page /articles/:slug' ? [...scenario.things.findIn(text)] : [],
  )
  expect(shown.map(({ thing, field }) => `${thing.title}: ${field}`)).toContain('article draft: content')
})

describe.each(FEATURES)('with %s switched off', (feature) => {
  let outputs: Output[]
  beforeAll(async () => {
    await switchOff(scenario, feature)
    outputs = await readAll(scenario, 'after', { maxUrls: isNightly ? Infinity : 2, maxMemberUrls: 0 })
  })

  test('no output shows its content or links to its pages', () => {
    expect(findRemaining(scenario, outputs, feature)).toEqual([])
  })

  test('its pages and calls return 404, to administrators too', async () => {
    expect(await findReachable(scenario, outputs, feature)).toEqual([])
  })
})
