import { expect, test } from 'vitest'
import { DailyNetworkLimit } from './daily-network-limit.service.ts'

const NOON = Date.parse('2026-11-24T12:00:00.000Z')
const countAccepted = (limit: DailyNetworkLimit, ip: string, { site = 'a', times: calls = 10, now = NOON } = {}) =>
  Array.from({ length: calls }, () => limit.isWithin(site, ip, now)).filter(Boolean).length

test('DailyNetworkLimit counts per network, site and day', () => {
  const limit = new DailyNetworkLimit(3)
  expect(countAccepted(limit, '198.51.100.1')).toBe(3)
  expect(countAccepted(limit, '198.51.100.2')).toBe(3)
  expect(countAccepted(limit, '198.51.100.1', { site: 'b' })).toBe(3)
  expect(countAccepted(limit, '198.51.100.1')).toBe(0)
  expect(countAccepted(limit, '198.51.100.1', { now: NOON + 86_400_000 })).toBe(3)
})

test('all addresses of an IPv6 /64 network share one limit', () => {
  const limit = new DailyNetworkLimit(3)
  expect([1, 2, 3, 4, 5].filter((n) => limit.isWithin('a', `2001:db8:1:2:${n}::${n}`, NOON))).toHaveLength(3)
  expect(limit.isWithin('a', '2001:db8:1:3::1', NOON)).toBe(true)
})
