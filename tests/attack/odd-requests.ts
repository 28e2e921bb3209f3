/** Requests that no browser sends. */
import { HTTP_ATTACKS } from '#tests/support/attacks/http.ts'
import { findFaults, sendAttack } from '#tests/support/attacks/send-raw.ts'
import type { Group } from './target.ts'

export const oddRequests: Group = {
  name: 'Odd requests',
  isHarmless: true,
  async run({ url }) {
    const faults: string[] = []
    for (const attack of HTTP_ATTACKS) {
      const answer = await sendAttack(url, attack)
      faults.push(...findFaults(attack, answer).map((fault) => `${attack.name}: ${fault} ${JSON.stringify(attack.raw.slice(0, 100))}`))
    }
    return [{ name: 'as bytes on the line', tried: HTTP_ATTACKS.length, faults }]
  },
}
