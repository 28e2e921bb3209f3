import { Link as RouterLink, type LinkProps } from 'react-router'

/** React Router's link without the mark for route discovery, which only works in its framework mode. */
export const Link = import.meta.env.SSR ? ServerLink : BrowserLink

function BrowserLink(props: LinkProps) {
  return <RouterLink {...props} discover="none" />
}

/** Absolute paths need no router on the server, where resolving all links would take a fifth more CPU for home (decision 62). */
function ServerLink(props: LinkProps) {
  const { to, replace: _replace, state: _state, preventScrollReset: _preventScrollReset, children, ...rest } = props
  if (typeof to !== 'string' || !to.startsWith('/')) return <BrowserLink {...props} />
  return (
    <a {...rest} href={to}>
      {children}
    </a>
  )
}
