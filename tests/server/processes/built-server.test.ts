/** What `npm start` runs, where nobody has set NODE_ENV. The pages must be built. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listCurrentBuild } from '#app/build/publish-build.ts'

/** Without files of an earlier build, which are there for open pages. */
const serverFiles = (await listCurrentBuild('dist')).filter((file) => /^server\/.*\.js$/.test(file)).map((file) => `dist/${file}`)

/** Only React's development build has this text. Rendering a page takes a third longer with it. */
const LOOKS_FOR_MISTAKES = 'Invalid ARIA attribute'

test('the built server contains the production build of React and not the development build', () => {
  expect(serverFiles.length).toBeGreaterThan(10)
  expect(serverFiles.filter((file) => readFileSync(file, 'utf8').includes(LOOKS_FOR_MISTAKES))).toEqual([])
  expect(readFileSync('node_modules/react-dom/cjs/react-dom-server.node.development.js', 'utf8')).toContain(LOOKS_FOR_MISTAKES)
})
