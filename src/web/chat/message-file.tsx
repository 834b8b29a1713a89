import { useState } from 'react'
import type { ChatFile } from '#contract/wire/live.ts'
import { m } from '#messages'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'

const hrefOf = ({ _id }: ChatFile) => `/api/chat/files/${_id}`
const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** A photo that opens in a dialog, or a PDF link. Both are plain links without JavaScript. */
export function MessageFile({ file }: { file: ChatFile }) {
  const [isLarge, setLarge] = useState(false)
  const { kind, name, bytes, width, height } = file
  if (kind === 'pdf') {
    return (
      <a href={hrefOf(file)} target="_blank" rel="noreferrer" className="bubble-pdf">
        <Icon name="file-text" size={28} />
        <span className="min-w-0">
          <span className="line-clamp-2 font-semibold">{name}</span>
          <span className="block text-small">PDF, {sizeText(bytes)}</span>
        </span>
      </a>
    )
  }
  const picture = { src: hrefOf(file), alt: m.chat_photo_named({ name }), width: width ?? 400, height: height ?? 300 }
  return (
    <>
      <a
        href={picture.src}
        target="_blank"
        rel="noreferrer"
        className="bubble-photo"
        onClick={(event) => {
          event.preventDefault()
          setLarge(true)
        }}
      >
        <img {...picture} alt={picture.alt} loading="lazy" decoding="async" />
      </a>
      <Dialog open={isLarge} onClose={() => setLarge(false)} title={name} wide>
        <img {...picture} alt={picture.alt} className="mx-auto h-auto max-h-[75dvh] w-auto max-w-full" />
      </Dialog>
    </>
  )
}
