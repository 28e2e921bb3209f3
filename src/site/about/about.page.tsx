import { Meta } from '#site/meta.tsx'

export default function Page() {
  return (
    <div className="wrap section">
      <Meta title="about" />
      <h1>about</h1>
    </div>
  )
}
