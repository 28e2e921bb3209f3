export default function AccountPage() {
  return <div className="wrap" />
}
