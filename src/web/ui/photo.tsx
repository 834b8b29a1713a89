import { pictureSources } from '#contract/reference/pictures.ts'

type Props = { src: string | null; name: string; width: number; lazy?: boolean; className?: string }

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')

/** A mentor's photo, 4:5 with a white border. `width` in px; shows initials without a picture. */
export function Photo({ src, name, width, lazy = true, className = '' }: Props) {
  const given = { width, height: (width * 5) / 4, className: `photo ${className}` }
  return src ? <Picture src={src} name={name} lazy={lazy} {...given} /> : <Initials name={name} {...given} />
}

/** A round portrait for chat, learners and menus. */
export function Portrait({ src, name, width, lazy = true, className = '' }: Props) {
  const given = { width, height: width, className: `portrait ${className}` }
  return src ? <Picture src={src} name={name} lazy={lazy} {...given} /> : <Initials name={name} {...given} />
}

type Box = { name: string; width: number; height: number; className: string }

function Picture({ src, name, lazy, ...rest }: Box & { src: string; lazy: boolean }) {
  const given = { ...rest, alt: name, loading: lazy ? 'lazy' : 'eager', decoding: 'async' } as const
  const sources = pictureSources(src)
  if (!sources) return <img {...given} alt={name} src={src} />
  const sizes = `${rest.width}px`
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={sources.avif} sizes={sizes} />
      <source type="image/webp" srcSet={sources.webp} sizes={sizes} />
      <img {...given} alt={name} src={sources.src} srcSet={sources.jpeg} sizes={sizes} />
    </picture>
  )
}

// SVG takes its size from attributes, and the content security policy forbids style attributes.
function Initials({ name, width, height, className }: Box) {
  return (
    <svg
      role="img"
      aria-label={name}
      width={width}
      height={height}
      viewBox={`0 0 100 ${(100 * height) / width}`}
      className={className}
    >
      <text
        x="50"
        y={(50 * height) / width}
        textAnchor="middle"
        dominantBaseline="central"
        fontSize="36"
        fontWeight="600"
        className="fill-muted"
      >
        {initials(name)}
      </text>
    </svg>
  )
}
