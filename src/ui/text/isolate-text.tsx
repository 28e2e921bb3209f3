import type { ReactNode } from 'react'

/** Wraps plain text in `<bdi>`, so that its direction is independent of the surroundings. Elements are returned unchanged. */
export const isolateText = (node: ReactNode): ReactNode => (typeof node === 'string' && node !== '' ? <bdi>{node}</bdi> : node)
