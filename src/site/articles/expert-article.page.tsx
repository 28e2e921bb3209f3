import { Meta } from '#site/meta.tsx'

export default function Page() {
  return (
    <div className="wrap section">
      <Meta title="expert-article" />
      <h1>expert-article</h1>
    </div>
  )
}
