import { createStaticHandler } from 'react-router'
import { expect, test } from 'vitest'
import { pageFiles } from './page-files.ts'

const manifest = {
  'src/app/pages/entry-client.tsx': { file: 'assets/entry.js', imports: ['_parts.js'] },
  '_parts.js': { file: 'assets/parts.js' },
  'src/admin/routes.tsx': { file: 'assets/routes.js', imports: ['_parts.js'] },
  'src/admin/mail/mail.page.tsx': { file: 'assets/mail.js', css: ['assets/mail.css'] },
  'src/site/about/about.page.tsx': { file: 'assets/about.js' },
}
const assets = { manifest, js: ['/assets/entry.js'], css: ['/assets/entry.css'], fonts: [] }

async function collectPageFiles(routeId: string) {
  const context = await createStaticHandler([{ id: routeId, path: '/' }]).query(new Request('http://localhost/'))
  if (context instanceof Response) throw new Error('No page')
  return pageFiles(assets, context)
}

test('pageFiles lists the chunk of the page after its imports and before the entry, and only once', async () => {
  const { files, css } = await collectPageFiles('src/site/about/about.page.tsx')
  expect(JSON.parse(files)).toEqual(['/assets/parts.js', '/assets/about.js', '/assets/entry.js'])
  expect(css).toEqual(['/assets/entry.css'])
})

test('pageFiles lists the routes chunk of the back-office before the chunk of a back-office page', async () => {
  const { files, css } = await collectPageFiles('src/admin/mail/mail.page.tsx')
  expect(JSON.parse(files)).toEqual(['/assets/parts.js', '/assets/routes.js', '/assets/mail.js', '/assets/entry.js'])
  expect(css).toEqual(['/assets/entry.css', '/assets/mail.css'])
})
