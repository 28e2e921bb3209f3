import type { ReactNode } from 'react'

/** Wraps plain text in `<bdi>`, so that its direction is independent of the text around it. Other nodes are returned unchanged. */
export const isolateText = (node: ReactNode): ReactNode => (typeof node === 'string' && node !== '' ? <bdi>{node}</bdi> : node)
