import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { pictureSources } from '#contract/reference/pictures.ts'
import { inMegabytes, typeNames, type UploadPreset, uploadRules } from '#contract/wire/uploads.ts'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { Button, ButtonLink } from './button.tsx'
import { FieldError } from './field.tsx'
import { FileButton } from './file-button.tsx'
import { Icon } from './icon.tsx'
import { useScripts } from './use-scripts.ts'
import './file-field.css'
import { type UploadState, useUpload } from './use-upload.ts'

type Props = {
  id?: string
  /** Name of a hidden input for plain forms. */
  name?: string
  label: string
  help?: ReactNode
  error?: string | undefined
  preset: UploadPreset
  /** `secure_url` of the file, or empty. */
  value: string
  onChange: (value: string) => void
  /** Reports the upload state; `idle` on unmount. */
  onState?: (kind: UploadState['kind']) => void
  hideLabel?: boolean
  /** Reason why no file can be chosen. */
  disabledBecause?: ReactNode
  /** No file can be chosen yet and a note says so: only an error is shown. */
  later?: boolean
}

/** A file uploaded once chosen, dropped or photographed; the value is its URL. */
export function FileField({
  id,
  name,
  label,
  help,
  error,
  preset,
  value,
  onChange,
  onState,
  hideLabel,
  disabledBecause,
  later,
}: Props) {
  const own = useId()
  const fieldId = id ?? own
  const hasScripts = useScripts()
  const [isOver, setIsOver] = useState(false)
  const [chosen, setChosen] = useState<File | null>(null)
  const { state, send, cancel } = useUpload(preset, ({ secure_url: url }, file) => {
    setChosen(file)
    onChange(url)
  })
  const { kind } = state
  const tell = useEffectEvent((now: UploadState['kind']) => onState?.(now))
  useEffect(() => {
    if (kind === 'idle') return
    tell(kind)
    return () => tell('idle')
  }, [kind])
  const isLocked = disabledBecause !== undefined || !hasScripts
  const isThere = value !== ''
  const opensAt = privateFilePath(value)
  const words = state.kind === 'failed' ? `${m.upload_failed()}: ${state.words}` : error
  const described = `${fieldId}-help ${words ? `${fieldId}-error` : ''}`.trim()
  const buttons = { preset, onFile: send, isLocked, describedBy: described, label }
  const remove = () => {
    setChosen(null)
    onChange('')
  }
  const drag = (event: DragEvent, over: boolean) => {
    event.preventDefault()
    setIsOver(over && !isLocked)
  }
  const drop = (event: DragEvent) => {
    drag(event, false)
    const file = event.dataTransfer.files[0]
    if (file && !isLocked) send(file)
  }

  if (later && !isThere)
    return (
      <div id={fieldId} tabIndex={-1} className={words ? 'mt-1 outline-none' : 'contents'}>
        {name && <input type="hidden" name={name} value="" />}
        <FieldError id={`${fieldId}-error`} error={words && `${label}: ${words}`} />
      </div>
    )
  return (
    <fieldset
      id={fieldId}
      tabIndex={-1}
      aria-describedby={described}
      className="field outline-none"
      data-invalid={words ? true : undefined}
    >
      <legend className={hideLabel ? 'sr-only' : 'field-label mb-1.5'}>{label}</legend>
      {name && <input type="hidden" name={name} value={value} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the buttons inside do the same */}
      <div
        className="file-box"
        data-there={isThere || undefined}
        data-over={isOver || undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={drop}
      >
        {state.kind === 'sending' ? (
          <Sending state={state} label={label} onCancel={cancel} />
        ) : (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {isThere && <SelectedFile preset={preset} value={value} file={chosen} />}
            {opensAt && (
              <ButtonLink
                href={localHref(opensAt)}
                target="_blank"
                look="plain"
                aria-label={m.upload_open_what({ what: label })}
              >
                {m.upload_open()}
              </ButtonLink>
            )}
            {state.kind === 'failed' && state.canRetry && (
              <Button onClick={() => send(state.file)} icon={<Icon name="rotate-cw" size={20} />}>
                {m.upload_retry()}
              </Button>
            )}
            <FileButton {...buttons} look="outline" words={isThere ? m.upload_replace() : chooseLabels(preset)} />
            {!isThere && <FileButton {...buttons} look="plain" words={cameraLabels(preset)} camera />}
            {isThere ? (
              <Button
                look="plain"
                onClick={remove}
                disabled={isLocked}
                aria-label={m.upload_remove_what({ what: label })}
              >
                {m.upload_remove()}
              </Button>
            ) : (
              !isLocked && <span className="file-drop text-muted text-small">{m.upload_drop()}</span>
            )}
          </div>
        )}
      </div>
      <p id={`${fieldId}-help`} className="field-help">
        {disabledBecause && <span className="block font-semibold">{disabledBecause}</span>}
        {help} {m.upload_limits({ types: typeNames(preset), most: inMegabytes(uploadRules[preset].maxBytes) })}
      </p>
      <p role="status" className="sr-only">
        {state.kind === 'sending'
          ? state.isWaiting
            ? m.upload_waiting()
            : m.upload_busy()
          : isThere && chosen
            ? m.upload_done()
            : ''}
      </p>
      <FieldError id={`${fieldId}-error`} error={words} />
    </fieldset>
  )
}

/** Page that opens a private file for its uploader; null for other files. */
function privateFilePath(url: string): string | null {
  const id = /\/media\/private\/([\da-f-]{36})$/.exec(url)?.[1]
  return id ? `/signup/files/${id}` : null
}

const chooseLabels = (preset: UploadPreset) =>
  ({ image: m.upload_choose_photo, video: m.upload_choose_video, pdf: m.upload_choose })[
    uploadRules[preset].contents.at(-1) ?? 'pdf'
  ]()
const cameraLabels = (preset: UploadPreset) => (preset === 'mentor-video' ? m.upload_record() : m.upload_take_photo())

function Sending({
  state,
  label,
  onCancel,
}: {
  state: UploadState & { kind: 'sending' }
  label: string
  onCancel: () => void
}) {
  const percent = Math.floor(state.share * 100)
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1">
          <span className="flex justify-between gap-3 font-semibold">
            {state.isWaiting ? m.upload_waiting() : m.upload_busy()}
            <span className="tabular-nums">{percent}%</span>
          </span>
          <span className="line-clamp-1 text-muted text-small">{state.file.name}</span>
        </p>
        <Button look="plain" onClick={onCancel} aria-label={m.upload_cancel_what({ what: label })}>
          {m.upload_cancel()}
        </Button>
      </div>
      <progress max={100} value={percent} aria-label={label} />
    </div>
  )
}

/** The uploaded file with its preview and local name. */
function SelectedFile({ preset, value, file }: { preset: UploadPreset; value: string; file: File | null }) {
  return (
    <div className="flex basis-full items-center gap-3 sm:flex-1 sm:basis-0">
      <FilePreview preset={preset} value={value} file={file} />
      <p className="min-w-0">
        <span className="flex items-center gap-1.5 font-semibold">
          <Icon name="circle-check" size={20} className="text-tick" />
          {m.upload_done()}
        </span>
        {file && <span className="line-clamp-2 text-muted text-small">{file.name}</span>}
      </p>
    </div>
  )
}

/** Preview of a picture: from this device, or from the site if it is public. */
function FilePreview({ preset, value, file }: { preset: UploadPreset; value: string; file: File | null }) {
  const [local, setLocal] = useState<string | null>(null)
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return setLocal(null)
    const url = URL.createObjectURL(file)
    setLocal(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  const src = local ?? pictureSources(value)?.src
  return (
    <span className="file-look" data-photo={preset === 'mentor-photo' || undefined}>
      {src ? <img src={src} alt="" /> : <Icon name={preset === 'mentor-video' ? 'video' : 'file-text'} size={28} />}
    </span>
  )
}
