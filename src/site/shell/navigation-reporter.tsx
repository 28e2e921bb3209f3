/** Counts moves inside the app, where the site counts visits. The first page was counted by the server that answered it. */
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { sendNavigation } from '#features/analytics/analytics.client.ts'
import { isCountedPath } from '#features/pages/page-url.policy.ts'
import { useSite } from './use-site.ts'

export function NavigationReporter() {
  const { pathname } = useLocation()
  const { analytics } = useSite()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (analytics && isCountedPath(pathname)) sendNavigation(pathname)
  }, [pathname, analytics])
  return null
}
