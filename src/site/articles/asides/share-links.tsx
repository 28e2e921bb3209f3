import type { ReactNode } from 'react'
import { useOrigin } from '#site/origin.ts'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'

interface ShareLinksProps {
  title: string
  path: string
  /** Button that bookmarks the article. */
  bookmark?: ReactNode
}

/** Shows buttons to share an article. There are no third-party scripts and no tracking. */
export function ShareLinks({ title, path, bookmark }: ShareLinksProps) {
  const url = `${useOrigin()}${path}`
  const canShare = useMounted() && typeof navigator.share === 'function'
  const mailtoUrl = `mailto:?${new URLSearchParams({ subject: title, body: url }).toString().replaceAll('+', '%20')}`

  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast({ title: 'Link copied' })
    } catch {
      toast({ title: 'The link could not be copied', message: url, tone: 'destructive' })
    }
  }

  return (
    <div data-part="share" className="no-print" role="group" aria-label="Share this article">
      <Button variant="quiet" size="s" onClick={() => void copyLink()}>
        <Icon name="link" />
        Copy link
      </Button>
      <a className="btn" data-variant="quiet" data-size="s" href={mailtoUrl}>
        <Icon name="mail" />
        Email
      </a>
      <Button variant="quiet" size="s" onClick={() => print()}>
        <Icon name="print" />
        Print
      </Button>
      {canShare && (
        // The promise also rejects when the visitor closes the system's share sheet, which is not an error.
        <Button variant="quiet" size="s" onClick={() => void navigator.share({ title, url }).catch(() => undefined)}>
          <Icon name="share" />
          Share…
        </Button>
      )}
      {bookmark}
    </div>
  )
}
