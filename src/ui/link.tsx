import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'react-router'

type LinkProps = ComponentProps<typeof RouterLink>

/**
 * A link within the site. In the browser it is the router's; on the server it is only its address: working out
 * sixty absolute addresses that are already known would be a fifth of the time a page takes.
 */
export function Link(props: LinkProps) {
  if (import.meta.env.SSR && typeof props.to === 'string' && props.to.startsWith('/')) return <PlainLink {...props} to={props.to} />
  return <RouterLink discover="none" {...props} />
}

function PlainLink({
  to,
  replace: _replace,
  state: _state,
  preventScrollReset: _preventScrollReset,
  viewTransition: _viewTransition,
  reloadDocument: _reloadDocument,
  relative: _relative,
  prefetch: _prefetch,
  discover: _discover,
  children,
  ...rest
}: LinkProps & { to: string }) {
  return (
    <a {...rest} href={to}>
      {children}
    </a>
  )
}
