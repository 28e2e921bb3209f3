/** Floods of distinct URLs must not grow the cache with useless responses, and ordinary requests must be served afterwards. */
import { uncacheableRequest, cacheableRequest, sendFlood } from '#tests/support/attacks/flood.ts'
import { ask, type Group, type Row, type Target } from './target.ts'

export const floods: Group = {
  name: 'URL floods',
  // It evicts useful cache entries for a while.
  isHarmless: false,
  async run(target) {
    const { port, host } = new URL(target.url)
    const count = target.isShort ? 150 : 5000
    const rows: Row[] = []
    for (const [name, requests] of Object.entries({ uncacheable: uncacheableRequest, cacheable: cacheableRequest })) {
      // Shared pages are cached by the first requests.
      await sendFlood(Number(port), (n) => requests(host, n), 30)
      const before = await countEntries(target)
      const statuses = await sendFlood(Number(port), (n) => requests(host, n), count)
      const more = (await countEntries(target)) - before
      // A slow machine may shed load with 503.
      const wrong = Object.keys(statuses).filter((status) => Number(status) === 0 || (Number(status) >= 500 && status !== '503'))
      const problems = wrong.map((status) => `Of the ${name} URLs ${statuses[Number(status)]} were answered ${status}.`)
      if (Object.keys(statuses).every((status) => status === '503')) problems.push(`None of the ${name} URLs was answered.`)
      if (name === 'uncacheable' && more > 0) problems.push(`${more} responses of uncacheable URLs are cached.`)
      const note = Object.entries(statuses).map(([status, times]) => `${status}: ${times}`)
      rows.push({ name, tried: count, problems, note: [...note, `${more} more cached`].join(', ') })
    }
    return rows
  },
}

async function countEntries(target: Target): Promise<number> {
  const { cache } = JSON.parse((await ask(target, '/healthz')).text) as { cache: { entries: number } }
  return cache.entries
}
