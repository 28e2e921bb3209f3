import { matchRoutes, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { indexRoutesByStart } from './route-matching.ts'

const page = (id: string, path?: string) => (path === undefined ? { id, index: true as const } : { id, path })
const routes = [
  {
    id: 'root',
    children: [
      page('home'),
      { id: 'switch', children: [page('articles', 'articles'), page('article', 'articles/:slug'), page('expert', 'articles/expert/:id')] },
      page('about', 'about'),
      { id: 'office', path: 'admin', children: [page('overview'), page('users', 'users')] },
      page('alias', 'categories/:slug'),
      page('none', '*'),
    ],
  },
]
const handlerFor = indexRoutesByStart(routes)

test.each([
  '/',
  '//',
  '//articles',
  '/articles',
  '/Articles/',
  '/ARTICLES/Expert/7',
  '/articles/a/b/c',
  '/%61rticles/x',
  '/article',
  '/articlesx',
  '/about',
  '/about/',
  '/about/us',
  '/admin',
  '/admin/users',
  '/admin/nothing',
  '/categories',
  '/categories/solar',
  '/nothing/here',
  '/*',
])('%s leads where it leads among all routes', async (path) => {
  const { pathname } = new URL(`http://localhost${path}`)
  const found = await handlerFor(pathname).query(new Request(`http://localhost${path}`), { requestContext: new RouterContextProvider() })
  const expected = matchRoutes(routes, pathname)
  expect(found).toMatchObject({
    matches: expected?.map(({ params, pathname: part, route: { id } }) => ({ params, pathname: part, route: { id } })),
  })
})

test('only what begins like the address is tried', () => {
  const idsIn = (path: string) => handlerFor(path).dataRoutes[0]?.children?.map(({ id }) => id)
  expect(idsIn('/articles/solar')).toEqual(['switch', 'none'])
  expect(idsIn('/')).toEqual(['home', 'none'])
  expect(idsIn('/elsewhere')).toHaveLength(6)
})
