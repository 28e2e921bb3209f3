import { Meta } from '#site/meta.tsx'

export default function Page() {
  return (
    <div className="wrap section">
      <Meta title="home" />
      <h1>home</h1>
    </div>
  )
}
