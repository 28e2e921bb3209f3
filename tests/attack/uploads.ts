/** An administrator, of a copy perhaps, uploads what is no picture; what is taken is made anew and served as a picture alone. */
import { makeLyingPictures } from './lying-pictures.ts'
import { ask, readJson, type Group, type Target } from './target.ts'

/** What is written into a file to be found again. */
const CARRIED = ['<script', 'alert(31337)', 'PK\x03\x04', 'PK\x05\x06']

export const uploads: Group = {
  name: 'Uploads that lie',
  isHarmless: false,
  async run(target) {
    const cookie = target.own?.people.admin ?? ''
    const faults: string[] = []
    const pictures = makeLyingPictures()
    let taken = 0
    for (const { name, type, bytes, mayBeTaken } of pictures) {
      const answer = await ask(target, '/api/uploads?alt=A+picture', { cookie, body: bytes, headers: { 'content-type': type } })
      const isTaken = answer.status === 201
      if (answer.status >= 500 || answer.status === 401) faults.push(`POST /api/uploads with ${name}: ${answer.status}`)
      if (isTaken && !mayBeTaken) faults.push(`POST /api/uploads takes ${name}.`)
      if (!isTaken) continue
      taken += 1
      for (const path of findAddresses(readJson(answer)))
        faults.push(...(await findFaults(target, path)).map((fault) => `${name}, at ${path}: ${fault}`))
    }
    if (taken === 0) faults.push('POST /api/uploads takes none of them, not even those that are pictures.')
    return [{ name: 'by an administrator', tried: pictures.length, faults, note: `${taken} taken, and made anew` }]
  },
}

async function findFaults(target: Target, path: string): Promise<string[]> {
  const { status, headers, text } = await ask(target, path)
  const type = headers.get('content-type') ?? ''
  return [
    status === 200 ? [] : [`${status}`],
    /^image\/(png|jpeg|webp|avif|gif)$/.test(type) ? [] : [`It is served as ${type}.`],
    headers.get('x-content-type-options') === 'nosniff' ? [] : ['It has no nosniff.'],
    CARRIED.some((one) => text.includes(one)) ? ['What was hidden in it is still there.'] : [],
  ].flat()
}

/** Wherever it says that a picture of it lies. */
function findAddresses(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('/uploads/') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(findAddresses) : []
}
