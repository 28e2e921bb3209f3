import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { readGivenTexts } from '#features/tools/tool-parameters.policy.ts'
import { paths } from '#site/paths.ts'

/** The address follows the form; when it changes from elsewhere, as by going back, the form begins anew with it. */
export function useOwnAddress(name: string) {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const shown = paths.tool(name, readGivenTexts(address))
  const [own, setOwn] = useState(shown)
  const [seen, setSeen] = useState({ path: shown, version: 0 })
  if (shown !== seen.path) setSeen({ path: shown, version: shown === own ? seen.version : seen.version + 1 })
  const write = (given: Record<string, string>) => {
    const path = paths.tool(name, given)
    setOwn(path)
    if (path !== shown) void navigate(path, { replace: true, preventScrollReset: true })
  }
  /** From elsewhere: the form begins anew. */
  const fill = (given: Record<string, string>) => void navigate(paths.tool(name, given), { replace: true, preventScrollReset: true })
  return { version: seen.version, write, fill }
}
