import { useState } from 'react'
import { acceptOf } from '#contract/wire/uploads.ts'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { type UploadState, useUpload } from '../ui/use-upload.ts'

export type Attachment = ReturnType<typeof useAttachment>

// Some systems report no file type; anything that is not an image is checked as a document.
const isImage = (file: File) => file.type.startsWith('image/') || /\.(jpe?g|png|webp)$/i.test(file.name)

/** A photo or PDF for the next message; the upload starts when it is chosen. */
export function useAttachment() {
  const [done, setDone] = useState<{ name: string; address: string } | null>(null)
  const take = (sent: { secure_url: string }, file: File) => setDone({ name: file.name, address: sent.secure_url })
  const photo = useUpload('chat-photo', take)
  const document = useUpload('chat-document', take)
  const state: UploadState = photo.state.kind === 'idle' ? document.state : photo.state
  const clear = () => {
    photo.cancel()
    document.cancel()
    setDone(null)
  }
  return {
    state,
    done,
    address: done?.address ?? null,
    isSending: state.kind === 'sending',
    isThere: done !== null || state.kind !== 'idle',
    clear,
    choose(file: File): void {
      clear()
      void (isImage(file) ? photo : document).send(file)
    },
  }
}

/** A native file input styled as a paper clip. */
export function AttachButton({ attachment }: { attachment: Attachment }) {
  return (
    <label className="btn btn-plain btn-square chat-attach">
      <span className="btn-face">
        <Icon name="paperclip" size={22} />
      </span>
      <input
        type="file"
        className="sr-only"
        aria-label={m.chat_attach()}
        accept={`${acceptOf('chat-photo')},application/pdf`}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file) attachment.choose(file)
        }}
      />
    </label>
  )
}

/** Name, progress and remove button of the attachment. */
export function AttachmentStrip({ attachment: { state, done, clear, choose } }: { attachment: Attachment }) {
  if (!done && state.kind === 'idle') return null
  const name = done?.name ?? (state.kind === 'idle' ? '' : state.file.name)
  return (
    <section className="chat-attachment" aria-label={m.chat_attached()}>
      <Icon name={done ? 'circle-check' : state.kind === 'failed' ? 'circle-exclamation-point' : 'file-up'} size={22} />
      <div className="min-w-0 grow">
        <p className="line-clamp-2 font-semibold">{name}</p>
        <p role={state.kind === 'failed' ? 'alert' : 'status'} className={state.kind === 'failed' ? 'text-error' : ''}>
          {done && m.chat_attached_ready()}
          {state.kind === 'failed' && state.words}
          {state.kind === 'sending' && state.isWaiting && m.chat_attach_waits()}
        </p>
        {state.kind === 'sending' && (
          <progress value={state.share} max={1} aria-label={m.chat_attach_sending({ name })} className="w-full" />
        )}
      </div>
      {state.kind === 'failed' && state.canRetry && (
        <Button look="outline" onClick={() => choose(state.file)}>
          {m.ui_retry()}
        </Button>
      )}
      <Button
        look="plain"
        square
        onClick={clear}
        aria-label={m.chat_detach({ name })}
        icon={<Icon name="x" size={20} />}
      />
    </section>
  )
}
