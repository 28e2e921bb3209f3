/** Malformed and malicious HTTP requests. */
import { HTTP_ATTACKS } from '#tests/support/attacks/http.ts'
import { findFaults, sendAttack } from '#tests/support/attacks/send-raw.ts'
import type { Group } from './target.ts'

export const malformedRequests: Group = {
  name: 'Odd requests',
  isHarmless: true,
  async run({ url }) {
    const problems: string[] = []
    for (const attack of HTTP_ATTACKS) {
      const response = await sendAttack(url, attack)
      problems.push(
        ...findFaults(attack, response).map((problem) => `${attack.name}: ${problem} ${JSON.stringify(attack.raw.slice(0, 100))}`),
      )
    }
    return [{ name: 'as raw bytes', tried: HTTP_ATTACKS.length, problems }]
  },
}
