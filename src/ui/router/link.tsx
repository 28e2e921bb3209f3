import { Link as RouterLink, type LinkProps } from 'react-router'

/** React Router's link without the mark for route discovery, which only works in its framework mode. */
export const Link = (props: LinkProps) => <RouterLink {...props} discover="none" />
