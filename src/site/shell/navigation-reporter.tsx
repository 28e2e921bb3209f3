/** Reports client-side navigations to the page view counter if analytics is on. The server counts the first page. */
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { sendNavigation } from '#features/analytics/analytics.client.ts'
import { isCountedPath } from '#features/pages/page-url.policy.ts'
import { useSite } from './use-site.ts'

export function NavigationReporter() {
  const { pathname } = useLocation()
  const { analytics } = useSite()
  const lastPathname = useRef(pathname)
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    if (analytics && isCountedPath(pathname)) sendNavigation(pathname)
  }, [pathname, analytics])
  return null
}
