import { AdminHead } from '#admin/frame/admin-head.tsx'

export default function Page() {
  return <AdminHead title="Settings" />
}
