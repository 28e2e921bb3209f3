/** Malicious uploads by an administrator: non-images must be rejected; accepted images must be re-encoded and served only as images. */
import { createMaliciousPictures } from './malicious-pictures.ts'
import { ask, readJson, type Group, type Target } from './target.ts'

/** Payloads that must not survive re-encoding. */
const PAYLOADS = ['<script', 'alert(31337)', 'PK\x03\x04', 'PK\x05\x06']

export const uploads: Group = {
  name: 'Malicious uploads',
  isHarmless: false,
  async run(target) {
    const cookie = target.own?.people.admin ?? ''
    const problems: string[] = []
    const pictures = createMaliciousPictures()
    let accepted = 0
    for (const { name, type, bytes, mayBeAccepted } of pictures) {
      const response = await ask(target, '/api/uploads?alt=A+picture', { cookie, body: bytes, headers: { 'content-type': type } })
      const isAccepted = response.status === 201
      if (response.status >= 500 || response.status === 401) problems.push(`POST /api/uploads with ${name}: ${response.status}`)
      if (isAccepted && !mayBeAccepted) problems.push(`POST /api/uploads accepts ${name}.`)
      if (!isAccepted) continue
      accepted += 1
      for (const path of findUploadPaths(readJson(response)))
        problems.push(...(await findProblems(target, path)).map((problem) => `${name}, at ${path}: ${problem}`))
    }
    if (accepted === 0) problems.push('POST /api/uploads accepts none of them, not even valid images.')
    return [{ name: 'by an administrator', tried: pictures.length, problems, note: `${accepted} accepted and re-encoded` }]
  },
}

async function findProblems(target: Target, path: string): Promise<string[]> {
  const { status, headers, text } = await ask(target, path)
  const type = headers.get('content-type') ?? ''
  return [
    status === 200 ? [] : [`${status}`],
    /^image\/(png|jpeg|webp|avif|gif)$/.test(type) ? [] : [`It is served as ${type}.`],
    headers.get('x-content-type-options') === 'nosniff' ? [] : ['It has no nosniff.'],
    PAYLOADS.some((one) => text.includes(one)) ? ['The hidden payload is still in it.'] : [],
  ].flat()
}

/** Lists all upload paths in a response. */
function findUploadPaths(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('/uploads/') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(findUploadPaths) : []
}
