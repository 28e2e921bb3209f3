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
  const [writtenPath, setWrittenPath] = useState(currentPath)
  const [lastSeen, setLastSeen] = useState({ path: currentPath, version: 0 })
  if (currentPath !== lastSeen.path)
    setLastSeen({ path: currentPath, version: currentPath === writtenPath ? lastSeen.version : lastSeen.version + 1 })
  /** Called with the inputs of the form. */
  const writeInputs = (inputs: Record<string, string>) => {
    const path = paths.tool(name, inputs)
    setWrittenPath(path)
    if (path !== currentPath) void navigate(path, { replace: true, preventScrollReset: true })
  }
  /** Changes the URL to inputs that are not from the form, so that the form is remounted with them. */
  const fillForm = (inputs: Record<string, string>) => void navigate(paths.tool(name, inputs), { replace: true, preventScrollReset: true })
  return { version: lastSeen.version, writeInputs, fillForm }
}
