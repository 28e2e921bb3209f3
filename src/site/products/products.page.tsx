import { Meta } from '#site/meta.tsx'

export default function Page() {
  return (
    <div className="wrap section">
      <Meta title="products" />
      <h1>products</h1>
    </div>
  )
}
