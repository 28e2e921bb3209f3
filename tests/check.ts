/** `npm run check`: runs all static checks in parallel and prints the output of those that fail. */
import { CHECKS, runCheck } from './support/checks.ts'

const startedAt = Date.now()
const results = await Promise.all(
  CHECKS.map(async (check) => {
    const { code, output, seconds } = await runCheck(check)
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds.toFixed(1)} s)${code === 0 ? '' : `\n${output.trimEnd()}\n`}`)
    return code === 0
  }),
)
console.log(`Finished in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
process.exitCode = results.every(Boolean) ? 0 : 1
