/** Fills a plan that has no inputs from My home, if a home is saved there, and says which home the plan is for. */
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useOwnHome } from '#features/tools/own-home/own-home.client.ts'
import { fillFromHome } from '#features/tools/own-home/own-home.policy.ts'
import { PLAN_PARAMETERS } from '#features/tools/plan/plan-parameters.policy.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'

export function PlanHome({ inputs }: { inputs: Record<string, string> }) {
  const home = useOwnHome()
  const isMounted = useMounted()
  const navigate = useNavigate()
  const filledInputs = isMounted && home ? fillFromHome('which-first', PLAN_PARAMETERS, inputs, home) : inputs
  const isHomeDifferent = Object.entries(filledInputs).some(([name, text]) => inputs[name] !== text)
  const { jobs: _, ...homeInputs } = inputs
  const isDefaultHome = Object.keys(homeInputs).length === 0
  const fillPlan = useEffectEvent(() => void navigate(paths.plan(filledInputs), { replace: true, preventScrollReset: true }))
  useEffect(() => {
    if (isDefaultHome && isHomeDifferent) fillPlan()
  }, [isDefaultHome, isHomeDifferent])
  if (isDefaultHome)
    return (
      <p className="hint no-print">
        For a typical home. Enter your own in <Link to={paths.myHome()}>My home</Link>, or change the house.
      </p>
    )
  if (!isMounted || isHomeDifferent || home === undefined || Object.keys(home).length === 0) return null
  return (
    <p className="hint no-print">
      For the home in <Link to={paths.myHome()}>My home</Link>.
    </p>
  )
}
