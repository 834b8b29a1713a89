const boxes = {
  // From the left edge of what is drawn, which stands above its text.
  'step-1': '14 0 120 84',
  'step-2': '21 0 120 84',
  'step-3': '11 0 120 84',
  lamp: '0 0 220 140',
  shelf: '0 0 220 140',
  empty: '0 0 200 110',
} as const

export type DrawingName = keyof typeof boxes

/** A drawing from the sprite in the colours of the page, so dark mode needs no second file. */
export function Drawing({ name, className }: { name: DrawingName; className?: string }) {
  return (
    <svg viewBox={boxes[name]} className={className} aria-hidden="true">
      <use href={`/art/drawings.svg#${name}`} />
    </svg>
  )
}
