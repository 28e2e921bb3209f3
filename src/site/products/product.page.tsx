import { Meta } from '#site/meta.tsx'

export default function Page() {
  return (
    <div className="wrap section">
      <Meta title="product" />
      <h1>product</h1>
    </div>
  )
}
