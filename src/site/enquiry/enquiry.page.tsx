import { Meta } from '#site/meta.tsx'

export default function Page() {
  return (
    <div className="wrap section">
      <Meta title="enquiry" />
      <h1>enquiry</h1>
    </div>
  )
}
