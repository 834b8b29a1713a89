/** What a consent covers, item by item. */
export function ConsentItems({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid max-w-prose list-disc gap-1 pl-5">
      {items.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
