import { Meta } from '#site/meta.tsx'

export default function Page() {
  return (
    <div className="wrap section">
      <Meta title="user" />
      <h1>user</h1>
    </div>
  )
}
