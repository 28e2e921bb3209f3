/** Addresses without end: what nobody will ask for again is not kept, and honest requests are answered afterwards. */
import { neverKept, keptWhileThereIsRoom, sendFlood } from '#tests/support/attacks/flood.ts'
import { ask, type Group, type Row, type Target } from './target.ts'

export const floods: Group = {
  name: 'Addresses without end',
  // What a cache holds for others gives way to it for a while.
  isHarmless: false,
  async run(target) {
    const { port, host } = new URL(target.url)
    const count = target.isShort ? 150 : 5000
    const rows: Row[] = []
    for (const [name, requests] of Object.entries({ 'never kept': neverKept, 'kept while there is room': keptWhileThereIsRoom })) {
      // Pages that are everybody's are kept, whoever asks for them first.
      await sendFlood(Number(port), (n) => requests(host, n), 30)
      const before = await countEntries(target)
      const statuses = await sendFlood(Number(port), (n) => requests(host, n), count)
      const more = (await countEntries(target)) - before
      // A slow machine may say that it has too much to do, and what it is asked next it answers.
      const wrong = Object.keys(statuses).filter((status) => Number(status) === 0 || (Number(status) >= 500 && status !== '503'))
      const faults = wrong.map((status) => `Of the addresses that are ${name}, ${statuses[Number(status)]} were answered ${status}.`)
      if (Object.keys(statuses).every((status) => status === '503')) faults.push(`None of the addresses that are ${name} was answered.`)
      if (name === 'never kept' && more > 0) faults.push(`${more} answers are kept of addresses that nobody else will ask for.`)
      const note = Object.entries(statuses).map(([status, times]) => `${status}: ${times}`)
      rows.push({ name, tried: count, faults, note: [...note, `${more} more kept`].join(', ') })
    }
    return rows
  },
}

async function countEntries(target: Target): Promise<number> {
  const { cache } = JSON.parse((await ask(target, '/healthz')).text) as { cache: { entries: number } }
  return cache.entries
}
