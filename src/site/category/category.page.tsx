import { Meta } from '#site/meta.tsx'

export default function Page() {
  return (
    <div className="wrap section">
      <Meta title="category" />
      <h1>category</h1>
    </div>
  )
}
