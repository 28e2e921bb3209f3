import { useOrigin } from '#site/origin.ts'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'

/** Ways to pass an article on. Nothing is loaded from anywhere, and nobody is told. */
export function ShareLinks({ title, path }: { title: string; path: string }) {
  const address = `${useOrigin()}${path}`
  const canShare = useMounted() && typeof navigator.share === 'function'
  const mail = `mailto:?${new URLSearchParams({ subject: title, body: address }).toString().replaceAll('+', '%20')}`

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      toast({ title: 'Link copied' })
    } catch {
      toast({ title: 'The link could not be copied', message: address, tone: 'destructive' })
    }
  }

  return (
    <div data-part="share" className="no-print" role="group" aria-label="Share this article">
      <Button variant="quiet" size="s" onClick={() => void copy()}>
        <Icon name="link" />
        Copy link
      </Button>
      <a className="btn" data-variant="quiet" data-size="s" href={mail}>
        <Icon name="mail" />
        Email
      </a>
      <Button variant="quiet" size="s" onClick={() => print()}>
        <Icon name="print" />
        Print
      </Button>
      {canShare && (
        // Closing the system's sheet is also a refusal: there is nothing to say about it.
        <Button variant="quiet" size="s" onClick={() => void navigator.share({ title, url: address }).catch(() => undefined)}>
          <Icon name="share" />
          Share…
        </Button>
      )}
    </div>
  )
}
