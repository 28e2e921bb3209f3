import { Meta } from '#site/meta.tsx'

export default function Page() {
  return (
    <div className="wrap section">
      <Meta title="article" />
      <h1>article</h1>
    </div>
  )
}
