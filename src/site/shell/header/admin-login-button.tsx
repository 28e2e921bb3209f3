/** Sign-in dialog for administrators. Its chunk is loaded when the dialog is first opened or its button gets the pointer or the focus. */
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#site/paths.ts'

const fetchLogin = () => import('#features/accounts/sign-in/admin-login.tsx')
const AdminLogin = lazy(fetchLogin)

export function useAdminLoginButton() {
  const [isOpen, setOpen] = useState(false)
  const [isRequested, setRequested] = useState(false)
  const navigate = useNavigate()
  return {
    show: () => {
      setRequested(true)
      setOpen(true)
    },
    /** Preloads the chunk of the dialog. If that fails, opening the dialog tries again. */
    preload: () => void fetchLogin().catch(() => undefined),
    dialog: isRequested && (
      <Suspense fallback={null}>
        <AdminLogin open={isOpen} onOpenChange={setOpen} onDone={() => void navigate(paths.admin())} />
      </Suspense>
    ),
  }
}
