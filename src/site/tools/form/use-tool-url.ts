import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { readToolQuery } from '#features/tools/tool-parameters.policy.ts'
import { paths } from '#site/paths.ts'

/** Synchronises the URL with a tool's form. `version` grows when the URL changes from elsewhere (history), to remount the form. */
export function useToolUrl(name: string) {
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  const currentPath = paths.tool(name, readToolQuery(searchParams))
  const [ownPath, setOwnPath] = useState(currentPath)
  const [lastSeen, setLastSeen] = useState({ path: currentPath, version: 0 })
  if (currentPath !== lastSeen.path)
    setLastSeen({ path: currentPath, version: currentPath === ownPath ? lastSeen.version : lastSeen.version + 1 })
  const write = (inputs: Record<string, string>) => {
    const path = paths.tool(name, inputs)
    setOwnPath(path)
    if (path !== currentPath) void navigate(path, { replace: true, preventScrollReset: true })
  }
  /** Navigates without claiming the URL as the form's own, so that the form remounts with these inputs. */
  const fill = (inputs: Record<string, string>) => void navigate(paths.tool(name, inputs), { replace: true, preventScrollReset: true })
  return { version: lastSeen.version, write, fill }
}
