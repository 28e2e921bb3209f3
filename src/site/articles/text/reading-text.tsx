import { useEffect, useRef, type ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { findPage } from '#features/pages/page-url.policy.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import '#ui/styles/prose.css'

interface ReadingTextProps extends Omit<ComponentProps<'div'>, 'ref' | 'children'> {
  html: string
}

/** Renders HTML that the server has sanitised. Links to pages of this site navigate without a reload. */
export function ReadingText({ html, className, ...rest }: ReadingTextProps) {
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

  return <div {...rest} ref={ref} dir="auto" className={joinClasses('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}

/** Whether a path is a file or an API call, which needs a full request. The path of a page, such as a reference value's, may contain a dot. */
const isFile = (path: string) => path.startsWith('/api/') || (/\.\w+$/.test(path) && findPage(path) === undefined)
