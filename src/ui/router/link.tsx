import { Link as RouterLink, type LinkProps } from 'react-router'

/** Renders React Router's `Link` without route discovery, which only works in React Router's framework mode. */
export const Link = import.meta.env.SSR ? ServerLink : BrowserLink

function BrowserLink(props: LinkProps) {
  return <RouterLink {...props} discover="none" />
}

/**
 * Renders links to absolute paths as plain `<a>`: resolving all links in the router costs a fifth more CPU on the home page (decision 3).
 */
function ServerLink(props: LinkProps) {
  const { to, replace: _replace, state: _state, preventScrollReset: _preventScrollReset, children, ...rest } = props
  if (typeof to !== 'string' || !to.startsWith('/')) return <BrowserLink {...props} />
  return (
    <a {...rest} href={to}>
      {children}
    </a>
  )
}
