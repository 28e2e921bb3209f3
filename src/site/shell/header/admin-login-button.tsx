/** Opens the administrator's dialog, and fetches it only then. */
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#site/paths.ts'

const fetchLogin = () => import('#features/accounts/sign-in/admin-login.tsx')
const AdminLogin = lazy(fetchLogin)

export function useAdminLoginButton() {
  const [open, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const navigate = useNavigate()
  return {
    show: () => {
      setWanted(true)
      setOpen(true)
    },
    /** Fetched ahead; should that fail, opening tries again. */
    near: () => void fetchLogin().catch(() => undefined),
    dialog: isWanted && (
      <Suspense fallback={null}>
        <AdminLogin open={open} onOpenChange={setOpen} onDone={() => void navigate(paths.admin())} />
      </Suspense>
    ),
  }
}
