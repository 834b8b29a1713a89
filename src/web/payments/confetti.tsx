const colours = ['fill-primary', 'fill-margin', 'fill-tick', 'fill-rule', 'fill-[var(--kraftd)]'] as const
const pieces = Array.from({ length: 50 }, (_, place) => ({
  place,
  // Two numbers without common factors scatter the pieces alike on server and phone.
  x: `${(place * 37 + 4) % 100}%`,
  y: -((place * 53) % 160),
  colour: colours[place % colours.length],
}))

/** Fifty pieces of paper for three seconds; none for people who asked for less movement. */
export function Confetti() {
  return (
    <svg className="confetti" aria-hidden="true">
      {pieces.map(({ place, x, y, colour }) => (
        <rect key={place} x={x} y={y} width={place % 3 === 0 ? 13 : 10} height="5" rx="1" className={colour} />
      ))}
    </svg>
  )
}
