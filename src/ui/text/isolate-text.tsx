import type { ReactNode } from 'react'

/** Gives plain text the direction of its own letters, apart from what is around it. Elements are returned as they are. */
export const isolateText = (node: ReactNode): ReactNode => (typeof node === 'string' && node !== '' ? <bdi>{node}</bdi> : node)
