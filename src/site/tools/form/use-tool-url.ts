import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { readToolQuery } from '#features/tools/tool-parameters.policy.ts'
import { paths } from '#site/paths.ts'

/**
 * Synchronises the URL with the form of a tool. `version` increases if something else has changed the URL, such as the Back button: as the key
 * of the form it remounts the form with the new inputs.
 */
export function useToolUrl(name: string) {
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  const currentPath = paths.tool(name, readToolQuery(searchParams))
  // Several changes can be pending: a select may change again before the navigation of its last change has ended.
  const [{ version, lastPath, pendingPaths }, setState] = useState({ version: 0, lastPath: currentPath, pendingPaths: [] as string[] })
  if (currentPath !== lastPath) {
    const position = pendingPaths.lastIndexOf(currentPath)
    const isOwn = position >= 0
    setState({ version: isOwn ? version : version + 1, lastPath: currentPath, pendingPaths: isOwn ? pendingPaths.slice(position + 1) : [] })
  }
  /** Called with the inputs of the form. */
  const writeInputs = (inputs: Record<string, string>) => {
    const path = paths.tool(name, inputs)
    if (path === (pendingPaths.at(-1) ?? currentPath)) return
    setState((state) => ({ ...state, pendingPaths: [...state.pendingPaths, path] }))
    void navigate(path, { replace: true, preventScrollReset: true })
  }
  /** Changes the URL to inputs that are not from the form, so that the form is remounted with them. */
  const fillForm = (inputs: Record<string, string>) => void navigate(paths.tool(name, inputs), { replace: true, preventScrollReset: true })
  return { version, writeInputs, fillForm }
}
