import { useEffect, useRef, useState } from 'react'
import { pictureSources } from '#contract/reference/pictures.ts'

type Props = { src: string | null; name: string; width: number; lazy?: boolean; className?: string }

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')

/** A mentor's photo, 4:5 with a white border. `width` in px; without a photo, or if it can't load, it shows the initials. */
export function Photo({ src, name, width, lazy = true, className = '' }: Props) {
  const box = { width, height: (width * 5) / 4, className: `photo ${className}` }
  return src ? <Picture key={src} src={src} name={name} lazy={lazy} {...box} /> : <Initials name={name} {...box} />
}

/** A round portrait for chat, learners and menus. */
export function Portrait({ src, name, width, lazy = true, className = '' }: Props) {
  const box = { width, height: width, className: `portrait ${className}` }
  return src ? <Picture key={src} src={src} name={name} lazy={lazy} {...box} /> : <Initials name={name} {...box} />
}

type Box = { name: string; width: number; height: number; className: string }

function Picture({ src, name, lazy, ...rest }: Box & { src: string; lazy: boolean }) {
  const [failed, fail] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  // It may have failed before there were scripts.
  useEffect(() => {
    const { complete, currentSrc, naturalWidth } = image.current ?? {}
    if (complete && currentSrc && naturalWidth === 0) fail(true)
  }, [])
  if (failed) return <Initials name={name} {...rest} />
  const loading = lazy ? 'lazy' : 'eager'
  const attributes = { ...rest, ref: image, alt: name, loading, decoding: 'async', onError: () => fail(true) } as const
  const sources = pictureSources(src)
  if (!sources) return <img {...attributes} alt={name} src={src} />
  const sizes = `${rest.width}px`
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={sources.avif} sizes={sizes} />
      <source type="image/webp" srcSet={sources.webp} sizes={sizes} />
      <img {...attributes} alt={name} src={sources.src} srcSet={sources.jpeg} sizes={sizes} />
    </picture>
  )
}

// SVG, because its size can be set by attributes: the content security policy forbids inline styles.
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
      >
        {initials(name)}
      </text>
    </svg>
  )
}
