import { useEffect, useRef, useState } from 'react'
import type { Uploaded } from '#contract/reference/media.ts'
import { acceptOf, inMegabytes, typeNames, type UploadPreset, uploadRules } from '#contract/wire/uploads.ts'
import { m } from '#messages'
import { UploadError, uploadFile } from './upload-file.ts'

/** `file`: the file being uploaded or refused; `words`: the reason. */
export type UploadState =
  | { kind: 'idle' }
  | { kind: 'sending'; file: File; share: number; isWaiting: boolean }
  | { kind: 'failed'; file: File; words: string; canRetry: boolean }

/** Problem of a file found before uploading; null if none. */
function faultOf(file: File, preset: UploadPreset): string | null {
  const { maxBytes } = uploadRules[preset]
  if (file.size === 0) return m.upload_empty()
  if (file.size > maxBytes) return m.upload_too_large({ most: inMegabytes(maxBytes) })
  // Some systems report no type; the server inspects the content.
  if (file.type && !acceptOf(preset).split(',').includes(file.type))
    return m.upload_wrong_type({ types: typeNames(preset) })
  return null
}

/** Uploads one file at a time; a new one replaces it. Unmounting aborts; uploaded parts are retained. */
export function useUpload(preset: UploadPreset, onDone: (sent: Uploaded, file: File) => void) {
  const [state, setState] = useState<UploadState>({ kind: 'idle' })
  const under = useRef<AbortController | null>(null)
  useEffect(() => () => under.current?.abort(), [])
  const isSending = state.kind === 'sending'
  useEffect(() => {
    if (!isSending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isSending])

  async function send(file: File): Promise<void> {
    under.current?.abort()
    const fault = faultOf(file, preset)
    if (fault) return setState({ kind: 'failed', file, words: fault, canRetry: false })
    const controller = new AbortController()
    under.current = controller
    const { signal } = controller
    let sending = { kind: 'sending' as const, file, share: 0, isWaiting: false }
    const show = (change: Partial<typeof sending>) => {
      sending = { ...sending, ...change }
      if (!signal.aborted) setState(sending)
    }
    show({})
    try {
      const sent = await uploadFile(file, preset, {
        signal,
        onProgress: (share) => show({ share }),
        onWait: (isWaiting) => show({ isWaiting }),
      })
      onDone(sent, file)
      setState({ kind: 'idle' })
    } catch (error) {
      if (signal.aborted) return
      const { message, canRetry } = error instanceof UploadError ? error : { message: '', canRetry: true }
      setState({ kind: 'failed', file, words: message || m.upload_lost(), canRetry })
    }
  }

  function cancel(): void {
    under.current?.abort()
    setState({ kind: 'idle' })
  }
  return { state, send, cancel }
}
