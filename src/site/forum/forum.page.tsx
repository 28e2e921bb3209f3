import { Meta } from '#site/meta.tsx'

export default function Page() {
  return (
    <div className="wrap section">
      <Meta title="forum" />
      <h1>forum</h1>
    </div>
  )
}
