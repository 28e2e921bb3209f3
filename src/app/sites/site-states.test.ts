import { expect, test } from 'vitest'
import type { Site } from '#platform/contract/context.ts'
import { SiteStates } from './site-states.ts'

const site = { id: 'copy_1' } as Site
const pendingOpening = new Promise<void>(() => undefined)

test('while a site is being opened, its names have their previous state, or one that is set meanwhile', () => {
  const states = new SiteStates()
  states.set(['*.a'], { kind: 'suspended', id: 1 })
  states.startOpening(['*.a', 'a.example'], 1, pendingOpening)
  expect(states.get('*.a')?.kind).toBe('suspended')
  expect(states.get('a.example')).toBeUndefined()
  states.set(['a.example'], { kind: 'unknown', at: 0 })
  expect(states.get('a.example')?.kind).toBe('unknown')
  expect(states.findOpening(1)).toBe(pendingOpening)
  states.failOpening(1)
  expect(states.get('*.a')?.kind).toBe('suspended')
  expect(states.get('a.example')?.kind).toBe('unknown')
  expect(states.findOpening(1)).toBeUndefined()
})

test('an open site stays open when a stale lookup reports it as unknown', () => {
  const states = new SiteStates()
  states.startOpening(['*.a', 'a.example'], 1, pendingOpening)
  states.finishOpening(['*.a', 'a.example'], 1, site)
  states.set(['*.a'], { kind: 'unknown', at: 0 })
  expect(states.get('*.a')?.kind).toBe('open')
  expect(states.findOpen(1)).toBe(site)
  expect([...states.listOpen()]).toEqual([[1, site]])
  states.deleteWhere((state) => state.kind === 'open' && state.id === 1)
  expect(states.get('*.a')).toBeUndefined()
  expect(states.get('a.example')).toBeUndefined()
  expect(states.findOpen(1)).toBeUndefined()
})

test('states of unknown hosts are bounded in number and evict no site', () => {
  const states = new SiteStates()
  states.set(['*.a'], { kind: 'suspended', id: 1 })
  for (let index = 0; index < 12_000; index++) states.set([`*.name-${index}`], { kind: 'unknown', at: index })
  const retainedStates = Array.from({ length: 12_000 }, (_, index) => states.get(`*.name-${index}`)).filter(Boolean)
  expect(retainedStates).toHaveLength(2_000)
  expect(states.get('*.name-11999')?.kind).toBe('unknown')
  expect(states.get('*.a')?.kind).toBe('suspended')
})
