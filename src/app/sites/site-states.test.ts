import { expect, test } from 'vitest'
import type { Site } from '#platform/contract/context.ts'
import { SiteStates } from './site-states.ts'

const site = { id: 'copy_1' } as Site
const never = new Promise<void>(() => undefined)

test('while a copy is being opened its names say what they said before, or have been told since', () => {
  const states = new SiteStates()
  states.set(['*.a'], { kind: 'suspended', id: 1 })
  states.startOpening(['*.a', 'a.example'], 1, never)
  expect([states.get('*.a')?.kind, states.get('a.example')]).toEqual(['suspended', undefined])
  states.set(['a.example'], { kind: 'unknown', at: 0 })
  expect([states.get('a.example')?.kind, states.findOpening(1)]).toEqual(['unknown', never])
  states.failOpening(1)
  expect([states.get('*.a')?.kind, states.get('a.example')?.kind, states.findOpening(1)]).toEqual(['suspended', 'unknown', undefined])
})

test('an open copy is not lost to somebody who looked before it was there', () => {
  const states = new SiteStates()
  states.startOpening(['*.a', 'a.example'], 1, never)
  states.finishOpening(['*.a', 'a.example'], 1, site)
  states.set(['*.a'], { kind: 'unknown', at: 0 })
  expect([states.get('*.a')?.kind, states.findOpen(1), [...states.listOpen()]]).toEqual(['open', site, [[1, site]]])
  states.deleteWhere((state) => state.kind === 'open' && state.id === 1)
  expect([states.get('*.a'), states.get('a.example'), states.findOpen(1)]).toEqual([undefined, undefined, undefined])
})

test('strangers who ask for any number of names take no more than their room, and no copy from it', () => {
  const states = new SiteStates()
  states.set(['*.a'], { kind: 'suspended', id: 1 })
  for (let at = 0; at < 12_000; at++) states.set([`*.name-${at}`], { kind: 'unknown', at })
  const known = Array.from({ length: 12_000 }, (_, at) => states.get(`*.name-${at}`)).filter(Boolean)
  expect([known.length, states.get('*.name-11999')?.kind, states.get('*.a')?.kind]).toEqual([2_000, 'unknown', 'suspended'])
})
