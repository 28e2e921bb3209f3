import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { findPage } from '#features/pages/page-url.policy.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import '#ui/styles/prose.css'

/** Renders HTML that the server has sanitised. Links to pages of this site navigate without a reload. */
export function ReadingText({ html, className }: { html: string; className?: string | undefined }) {
  const ref = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()

  useEffect(() => {
    const element = ref.current
    const handleClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.origin !== location.origin || link.target || isFile(link.pathname)) return
      event.preventDefault()
      void navigate(`${link.pathname}${link.search}${link.hash}`)
    }
    element?.addEventListener('click', handleClick)
    return () => element?.removeEventListener('click', handleClick)
  }, [navigate])

  return <div ref={ref} dir="auto" className={joinClasses('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}

/** Whether a path is a file or an API call, which needs a full request. The path of a page, such as a reference value's, may contain a dot. */
const isFile = (path: string) => path.startsWith('/api/') || (/\.\w+$/.test(path) && findPage(path) === undefined)
