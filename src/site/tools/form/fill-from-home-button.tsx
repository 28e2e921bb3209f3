/** Replaces the example inputs of a tool with those saved in My home, and links back to the example. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useOwnHome } from '#features/tools/own-home/own-home.client.ts'
import { fillExampleFromHome, fillFromHome, hasValuesFor } from '#features/tools/own-home/own-home.policy.ts'
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
  const filledExample = isMounted && home && form.isExample ? fillExampleFromHome(form.name, inputNames, form.given, home) : undefined
  const shouldFill =
    filledExample !== undefined &&
    !isExampleRequested &&
    !(includesAll(form.given, filledExample) && includesAll(filledExample, form.given))
  const fillForm = useEffectEvent(() => filledExample && onFill(filledExample))
  useEffect(() => {
    if (shouldFill) fillForm()
  }, [shouldFill])
  if (form.isExample)
    return (
      <p className="hint no-print">
        These are example values. Change them, or enter your home once in <Link to={paths.myHome()}>My home</Link>.
      </p>
    )
  const isFilled =
    isMounted &&
    home !== undefined &&
    hasValuesFor(form.name, inputNames, home) &&
    includesAll(form.given, fillFromHome(form.name, inputNames, form.given, home))
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

const includesAll = (inputs: Record<string, string>, part: Record<string, string>): boolean =>
  Object.entries(part).every(([name, text]) => inputs[name] === text)
