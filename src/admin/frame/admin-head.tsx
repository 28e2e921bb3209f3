import type { ReactNode } from 'react'

interface AdminHeadProps {
  title: string
  /** What the page is mostly for: its one loud button. */
  action?: ReactNode
  caption?: ReactNode
}

/** A page's title, in the window and on the page, with its action. */
export function AdminHead({ title, action, caption }: AdminHeadProps) {
  return (
    <header className="office-head">
      <title>{`${title} | Administration`}</title>
      <div>
        <h1>{title}</h1>
        {caption && <p className="office-caption">{caption}</p>}
      </div>
      {action}
    </header>
  )
}
