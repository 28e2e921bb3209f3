/** The files of the back-office's pages. A list of its own, so that the public pages do not carry the name of each of them. */
import type { ComponentType } from 'react'

const views = import.meta.glob<{ default: ComponentType }>('./**/*.page.tsx')

export async function fetchView(name: string): Promise<ComponentType> {
  const view = await views[`./${name}.page.tsx`]?.()
  if (!view) throw new Error(`No page ${name}`)
  return view.default
}

export const fetchLoader = async () => (await import('./frame/frame.loader.ts')).loader
