import { Link as RouterLink, type LinkProps } from 'react-router'

/** React Router's `Link` without route discovery, which only works in its framework mode. */
export const Link = import.meta.env.SSR ? ServerLink : BrowserLink

function BrowserLink(props: LinkProps) {
  return <RouterLink {...props} discover="none" />
}

/** Renders absolute paths without the router: resolving all links costs a fifth more CPU for the home page (decision 3). */
function ServerLink(props: LinkProps) {
  const { to, replace: _replace, state: _state, preventScrollReset: _preventScrollReset, children, ...rest } = props
  if (typeof to !== 'string' || !to.startsWith('/')) return <BrowserLink {...props} />
  return (
    <a {...rest} href={to}>
      {children}
    </a>
  )
}
