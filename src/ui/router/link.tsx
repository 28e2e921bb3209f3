import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'
import { createPath, useHref, type NavigateOptions, type To } from 'react-router'
import { useRouter } from './routed-page.tsx'

interface LinkProps
  extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, Pick<NavigateOptions, 'replace' | 'state' | 'preventScrollReset'> {
  to: To
  ref?: Ref<HTMLAnchorElement>
}

/**
 * A link within the site. In the browser it moves without loading anew; on the server it is only its address: working out
 * sixty absolute addresses that are already known would be a fifth of the time a page takes.
 */
export const Link = import.meta.env.SSR ? ServerLink : RoutedLink

/** Asks no router: around what the server draws for one member there is none. */
function ServerLink(props: LinkProps) {
  const { to, replace: _replace, state: _state, preventScrollReset: _preventScrollReset, children, ...rest } = props
  if (typeof to !== 'string' || !to.startsWith('/')) return <RoutedLink {...props} />
  return (
    <a {...rest} href={to}>
      {children}
    </a>
  )
}

/** React Router's own also fetches pages before they are asked for, and brings with it what that needs. */
function RoutedLink(props: LinkProps) {
  return typeof props.to === 'string' && props.to.startsWith('/') ? <Anchor {...props} href={props.to} /> : <RelativeLink {...props} />
}

/** The router works out from all of where it stands what `to` means. */
function RelativeLink(props: LinkProps) {
  return <Anchor {...props} href={useHref(props.to)} />
}

function Anchor({ to: _to, href, replace, state, preventScrollReset, onClick, children, ...rest }: LinkProps & { href: string }) {
  const router = useRouter()
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!router || event.defaultPrevented || !movesHere(event, rest.target)) return
    event.preventDefault()
    // The same page once more is no step to go back over.
    const isHere = href === createPath(location)
    router.navigator[(replace ?? isHere) ? 'replace' : 'push'](href, state, { preventScrollReset: preventScrollReset ?? false })
  }
  return (
    <a {...rest} href={href} onClick={press}>
      {children}
    </a>
  )
}

/** Not into another tab, window or file. */
const movesHere = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent, target: string | undefined) =>
  button === 0 && (!target || target === '_self') && !(metaKey || altKey || ctrlKey || shiftKey)
