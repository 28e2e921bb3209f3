import { useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { paths } from '#site/paths.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'

/** State of a location that the form has written. */
const FROM_FORM = 'tool-form'
/** State of a location whose inputs are those of My home, which the visitor has not submitted. */
export const FROM_HOME = 'my-home'

/**
 * Synchronises the URL with the form of a tool. `version` changes if something else has changed the URL, such as the Back button: as the key of
 * the form it remounts the form with the new inputs.
 */
export function useToolUrl(name: string) {
  const navigate = useNavigate()
  const location = useLocation()
  // A location that the form has written can also be reached with the Back button.
  const isOwn = useNavigationType() === 'REPLACE' && location.state === FROM_FORM
  const [seen, setSeen] = useState({ search: location.search, version: location.key })
  if (location.search !== seen.search) setSeen({ search: location.search, version: isOwn ? seen.version : location.key })
  const replaceInputs = (inputs: Record<string, string>, state?: string) =>
    void navigate(paths.tool(name, inputs), { replace: true, preventScrollReset: true, state })
  return {
    version: seen.version,
    /** Whether the inputs are those of My home, unchanged. The server does not know the state of a location, so it is false during hydration. */
    isFromHome: useMounted() && location.state === FROM_HOME,
    /** Called with the inputs of the form. */
    writeInputs: (inputs: Record<string, string>) => replaceInputs(inputs, FROM_FORM),
    /** Changes the URL to the inputs of My home, so that the form is remounted with them. */
    fillForm: (inputs: Record<string, string>) => replaceInputs(inputs, FROM_HOME),
  }
}
