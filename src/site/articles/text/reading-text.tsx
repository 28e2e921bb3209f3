import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { findPage } from '#features/pages/page-url.policy.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import '#ui/styles/prose.css'

/** A long text from the server, sanitised there. Its links to our own pages move without a reload. */
export function ReadingText({ html, className }: { html: string; className?: string | undefined }) {
  const ref = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()

  useEffect(() => {
    const box = ref.current
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.origin !== location.origin || link.target || isFile(link.pathname)) return
      event.preventDefault()
      void navigate(`${link.pathname}${link.search}${link.hash}`)
    }
    box?.addEventListener('click', follow)
    return () => box?.removeEventListener('click', follow)
  }, [navigate])

  return <div ref={ref} dir="auto" className={joinClasses('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}

/** A figure's key has a dot as well. */
const isFile = (path: string) => path.startsWith('/api/') || (/\.\w+$/.test(path) && findPage(path) === undefined)
