/** Layout of every page: header, content and footer. */
import { Outlet } from 'react-router'
import { ErrorState } from '#ui/states/error-state.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { LazyHydration } from '#ui/hydration/lazy-hydration.tsx'
import { LazyToastRegion } from '#ui/overlays/lazy-toast-region.tsx'
import { WordingContext } from '#ui/text/use-wording.ts'
import { LazyCompareTray } from '#site/compare/lazy-compare-tray.tsx'
import { PageMeta } from '#site/meta.tsx'
import { NavigationEffects } from './navigation-effects.tsx'
import { ClaimBar } from './claim-bar.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './header/site-header.tsx'
import { NavigationReporter } from './navigation-reporter.tsx'
import { PendingNavigation } from './pending-navigation.tsx'
import { SiteContext, useSiteWording, useSiteQuery } from './use-site.ts'
import * as styles from './shell.module.css'

export function Shell() {
  return (
    <Layout>
      <Outlet />
    </Layout>
  )
}

/** Shown by the error boundary of all pages. It has the same layout and offers a reload. */
export function ShellError() {
  return (
    <Layout>
      <PageMeta title="Something went wrong" noIndex />
      <div className="container section">
        <ErrorState
          level={1}
          title="Something went wrong"
          text="This page could not be shown. Please reload it."
          action={
            <a className="btn" href="">
              Reload
            </a>
          }
        />
      </div>
    </Layout>
  )
}

function Layout({ children }: { children: React.ReactNode }) {
  const site = useSiteQuery()
  return (
    <SiteContext value={site}>
      <WordingContext value={useSiteWording(site)}>
        <a className={joinClasses(styles.skip, 'no-print')} href="#main">
          Skip to main content
        </a>
        <ClaimBar />
        <SiteHeader />
        <main id="main" tabIndex={-1}>
          {children}
          <PendingNavigation />
        </main>
        <LazyHydration>
          <SiteFooter />
        </LazyHydration>
        <LazyCompareTray />
        <LazyToastRegion />
        <NavigationEffects />
        <NavigationReporter />
      </WordingContext>
    </SiteContext>
  )
}
