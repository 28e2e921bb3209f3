import { Meta } from '#site/meta.tsx'

export default function Page() {
  return (
    <div className="wrap section">
      <Meta title="articles" />
      <h1>articles</h1>
    </div>
  )
}
