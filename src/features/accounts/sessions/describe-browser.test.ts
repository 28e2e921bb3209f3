import { describe, expect, test } from 'vitest'
import { describeBrowser } from './session.service.ts'
import { maxSessionSeconds, sessionExpiresAt } from './session-lifetime.policy.ts'

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

describe('describeBrowser', () => {
  test.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/140.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Linux; Android 15) ${CHROME} EdgA/140.0`, 'Edge on Android'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} EdgiOS/140.0 Safari/604.1`, 'Edge on iPhone'],
    [`Mozilla/5.0 (Windows NT 10.0) ${CHROME} OPR/120.0`, 'Opera on Windows'],
    [`Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 ${CHROME}`, 'Samsung Internet on Android'],
    ['Mozilla/5.0 (X11; Ubuntu; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Linux x86_64; rv:140.0) Firefox/140.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${APPLE} FxiOS/140.0 Safari/605.1`, 'Firefox on iPad'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME}`, 'Chrome on macOS'],
    ['Mozilla/5.0 (X11; Linux x86_64) Chromium/140.0', 'Chrome on Linux'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} CriOS/140.0 Safari/604.1`, 'Chrome on iPhone'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.0 Safari/605.1.15`, 'Safari on macOS'],
    ['Mozilla/5.0 (PlayStation; PlayStation 5) Safari/605', 'Safari'],
    ['curl/8.0 (Windows)', 'A browser on Windows'],
    ['', 'A browser'],
  ])('of %s is %s', (userAgent, description) => expect(describeBrowser(userAgent)).toBe(description))
})

describe('sessionExpiresAt', () => {
  const DAY_MS = 86_400_000
  test.each([
    [false, 0, 0, 30 * DAY_MS],
    [false, 0, 60 * DAY_MS, 90 * DAY_MS],
    [false, 0, 70 * DAY_MS, 90 * DAY_MS],
    [false, 5 * DAY_MS, 10 * DAY_MS, 40 * DAY_MS],
    [true, 0, 0, DAY_MS / 2],
    [true, 0, 6.75 * DAY_MS, 7 * DAY_MS],
  ])('for an administrator: %s, started at %d ms and last seen at %d ms, returns %d', (isAdmin, startedAtMs, seenAtMs, expiresAtMs) =>
    expect(sessionExpiresAt(isAdmin, startedAtMs, seenAtMs)).toBe(expiresAtMs),
  )
  test('maxSessionSeconds returns 90 days for members and 7 days for administrators', () =>
    expect([false, true].map(maxSessionSeconds)).toEqual([90 * 86_400, 7 * 86_400]))
})
