/** Administrator sign-in dialog, loaded lazily when it is first opened. */
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#site/paths.ts'

const fetchLogin = () => import('#features/accounts/sign-in/admin-login.tsx')
const AdminLogin = lazy(fetchLogin)

export function useAdminLoginButton() {
  const [open, setOpen] = useState(false)
  const [isRequested, setRequested] = useState(false)
  const navigate = useNavigate()
  return {
    show: () => {
      setRequested(true)
      setOpen(true)
    },
    /** Preloads the dialog's chunk; if that fails, opening retries. */
    preload: () => void fetchLogin().catch(() => undefined),
    dialog: isRequested && (
      <Suspense fallback={null}>
        <AdminLogin open={open} onOpenChange={setOpen} onDone={() => void navigate(paths.admin())} />
      </Suspense>
    ),
  }
}
