import { brand } from '#contract/wire/brand.ts'

/** Two arches under a line, above the red line of water. Colours are inherited. */
export function Logo() {
  return (
    <span className="logo">
      <svg
        width="36"
        height="28"
        viewBox="-1.5 3 45 30"
        fill="none"
        strokeWidth="4.500"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path
          d="M1 6.500H41M7 7V26M21 7V26M35 7V26M7 19C7 9.500 21 9.500 21 19M21 19C21 9.500 35 9.500 35 19"
          stroke="currentColor"
        />
        <path d="M2 31H40" stroke="var(--margin)" strokeWidth="1.800" />
      </svg>
      <span>
        {brand.wordmark[0]}
        <b>{brand.wordmark[1]}</b>
      </span>
    </span>
  )
}
