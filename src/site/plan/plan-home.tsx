/** A plan that was opened without a home is made for one's own, where one is kept; and it says whose it is. */
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useOwnHome } from '#features/tools/own-home/own-home.client.ts'
import { fillFromHome } from '#features/tools/own-home/own-home.policy.ts'
import { PLAN_PARAMETERS } from '#features/tools/plan/plan-parameters.policy.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'

export function PlanHome({ given }: { given: Record<string, string> }) {
  const home = useOwnHome()
  const isMounted = useMounted()
  const navigate = useNavigate()
  const filled = isMounted && home ? fillFromHome('which-first', PLAN_PARAMETERS, given, home) : given
  const isOther = Object.entries(filled).some(([name, text]) => given[name] !== text)
  const { jobs: _, ...told } = given
  const isUsual = Object.keys(told).length === 0
  const fill = useEffectEvent(() => void navigate(paths.plan(filled), { replace: true, preventScrollReset: true }))
  useEffect(() => {
    if (isUsual && isOther) fill()
  }, [isUsual, isOther])
  if (isUsual)
    return (
      <p className="hint no-print">
        For a usual home. Say once what yours is like in <Link to={paths.myHome()}>My home</Link>, or change the house.
      </p>
    )
  if (!isMounted || isOther || home === undefined || Object.keys(home).length === 0) return null
  return (
    <p className="hint no-print">
      For the home in <Link to={paths.myHome()}>My home</Link>.
    </p>
  )
}
