/** Replaces the example inputs of a tool with those saved in My home, and links back to the example. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useOwnHome } from '#features/tools/own-home/own-home.client.ts'
import { fillFromHome } from '#features/tools/own-home/own-home.policy.ts'
import type { ToolForm } from '#features/tools/tool.client.ts'
import { Link } from '#ui/router/link.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { paths } from '#site/paths.ts'
import * as styles from './tool-form.module.css'

export function FillFromHomeButton({ form, onFill }: { form: ToolForm; onFill: (inputs: Record<string, string>) => void }) {
  const home = useOwnHome()
  const isMounted = useMounted()
  const [isExampleRequested, setExampleRequested] = useState(false)
  const inputNames = form.fields.map(({ name }) => name)
  const filledInputs = isMounted && home ? fillFromHome(form.name, inputNames, form.given, home) : form.given
  const isHomeDifferent = Object.entries(filledInputs).some(([name, text]) => form.given[name] !== text)
  const shouldFill = form.isExample && isHomeDifferent && !isExampleRequested
  const fillForm = useEffectEvent(() => onFill(filledInputs))
  useEffect(() => {
    if (shouldFill) fillForm()
  }, [shouldFill])
  if (form.isExample)
    return (
      <p className="hint no-print">
        These are example values. Change them, or enter your home once in <Link to={paths.myHome()}>My home</Link>.
      </p>
    )
  const isFilled = isMounted && home !== undefined && Object.keys(home).length > 0 && !isHomeDifferent
  return (
    <p className="hint no-print">
      {isFilled && (
        <>
          Filled in from <Link to={paths.myHome()}>My home</Link>.{' '}
        </>
      )}
      <Link className={styles.again} to={paths.tool(form.name)} onClick={() => setExampleRequested(true)} preventScrollReset>
        Reset to the example
      </Link>
    </p>
  )
}
