import { Meta } from '#site/meta.tsx'

export default function Page() {
  return (
    <div className="wrap section">
      <Meta title="topic" />
      <h1>topic</h1>
    </div>
  )
}
