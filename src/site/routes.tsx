/** The one list of public addresses. */
import type { ComponentType } from 'react'
import { data, redirect, type ActionFunction, type LoaderFunction, type RouteObject } from 'react-router'
import { sessionQuery } from '#features/accounts/account.client.ts'
import { siteQuery } from '#features/sites/site.client.ts'
import { load } from '#platform/page-load.client.ts'
import { NotFoundPage } from './shell/not-found.tsx'
import { Shell, ShellError } from './shell/shell.tsx'
import { Switched } from './shell/switched.tsx'

const views = import.meta.glob<{ default: ComponentType }>('./**/*.page.tsx')
// What takes a form without a script; where there is a script it stays on the server.
const actions = import.meta.env.SSR ? import.meta.glob<{ action: ActionFunction }>('./**/*.action.ts') : {}
const loaders = import.meta.glob<{ loader: LoaderFunction }>('./**/*.loader.ts')

/** A page is its own chunk; the id is its key in Vite's manifest, so that the server can preload it. */
function page(name: string) {
  const view = views[`./${name}.page.tsx`]
  const loader = loaders[`./${name}.loader.ts`]
  const action = actions[`./${name}.action.ts`]
  if (!view) throw new Error(`No page ${name}`)
  return {
    id: `src/site/${name}.page.tsx`,
    lazy: {
      Component: async () => (await view()).default,
      ...(loader ? { loader: async () => (await loader()).loader } : {}),
      ...(action ? { action: async () => (await action()).action } : {}),
    },
  }
}

/** The pages of a feature that a site may switch off. */
const pagesOf = (feature: 'articles' | 'forums' | 'products' | 'expertAdvice' | 'userAccounts', children: RouteObject[]): RouteObject => ({
  id: `switch-${feature}`,
  Component: () => <Switched feature={feature} />,
  children,
})

const PERMANENT = 308

/** @param others routes of another floor that stand in the same frame: the back-office */
export const siteRoutes = (others: RouteObject[]): RouteObject[] => [
  {
    id: 'root',
    Component: Shell,
    ErrorBoundary: ShellError,
    HydrateFallback: () => null,
    loader: load((site) => Promise.all([site.need(siteQuery()), site.want(sessionQuery())])),
    shouldRevalidate: () => false,
    children: [
      { index: true, ...page('home/home') },
      pagesOf('articles', [
        { path: 'articles', ...page('articles/articles') },
        { path: 'articles/:slug', ...page('articles/article') },
      ]),
      pagesOf('expertAdvice', [{ path: 'articles/expert/:id', ...page('articles/expert-article') }]),
      pagesOf('forums', [
        { path: 'forum', ...page('forum/forum') },
        { path: 'forum/:id', ...page('forum/topic') },
      ]),
      pagesOf('products', [
        { path: 'products', ...page('products/products') },
        { path: 'products/:slug', ...page('products/product') },
        { path: 'compare', ...page('compare/compare') },
        { path: 'enquiry/:slug', ...page('enquiry/enquiry') },
      ]),
      { path: 'category/:slug', ...page('category/category') },
      pagesOf('userAccounts', [{ path: 'user/:id', ...page('user/user') }]),
      { path: 'about', ...page('about/about') },
      { path: 'deploy', ...page('deploy/deploy') },
      { path: 'claim', ...page('claim/claim') },
      { path: 'sign-up', ...page('account/sign-up') },
      { path: 'sign-in', ...page('account/sign-in') },
      { path: 'forgot-password', ...page('account/forgot-password') },
      { path: 'reset-password', ...page('account/reset-password') },
      { path: 'account', ...page('account/account') },
      { path: 'newsletter', ...page('newsletter/newsletter') },
      { path: 'newsletter/confirm', ...page('newsletter/confirm') },
      { path: 'newsletter/unsubscribe', ...page('newsletter/unsubscribe') },
      ...others,
      {
        id: 'enquiry-alias',
        path: 'products/:slug/enquiry',
        loader: ({ params }) => redirect(`/enquiry/${encodeURIComponent(params['slug'] ?? '')}`, PERMANENT),
      },
      {
        id: 'category-alias',
        path: 'categories/:slug',
        loader: ({ params }) => redirect(`/category/${encodeURIComponent(params['slug'] ?? '')}`, PERMANENT),
      },
      { id: 'not-found', path: '*', Component: NotFoundPage, loader: () => data(null, { status: 404 }) },
    ],
  },
]
