import { m } from '#messages'

export default function HomePage() {
  return (
    <main className="page-width py-14">
      <h1 className="text-display">{m.brand_name()}</h1>
    </main>
  )
}
