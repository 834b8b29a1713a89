type Props = { id: string; text: string; className?: string }

/**
 * A Hindi word on an English page as a drawing: text would load 100 kB of fonts. `id` names the word in
 * `public/art/words.svg`.
 */
export function HindiWord({ id, text, className = 'w-full' }: Props) {
  return (
    <span lang="hi" className="contents">
      <svg role="img" aria-label={text} className={`h-[1.35em] ${className}`}>
        <use href={`/art/words.svg#${id}`} />
      </svg>
    </span>
  )
}
