/** For the browser's files: which of them Chromium compiles whole while they arrive, on another thread. */
import type { Plugin } from 'vite'

/** Must stand before all else. Chromium 136 and later understand it, others read a comment: https://developer.chrome.com/blog/explicit-compile-hints */
const HINT = '//# allFunctionsCalledOnLoad\n'
/** In characters. What is shorter is compiled before it matters. */
const WORTH_IT = 10_000

/**
 * Left alone, each function is compiled when it is first called, while the page waits for it.
 * @param first the names of the files that a visit begins with: what is compiled and not called costs time and memory for nothing
 */
export const compileHint = (first: RegExp): Plugin => ({
  name: 'compile-hint',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && first.test(file.name) && file.code.length >= WORTH_IT) file.code = HINT + file.code
    },
  },
})
