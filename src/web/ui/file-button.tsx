import type { ChangeEvent } from 'react'
import { acceptOf, type UploadPreset } from '#contract/wire/uploads.ts'
import { Icon } from './icon.tsx'

type Props = {
  preset: UploadPreset
  onFile: (file: File) => void
  isLocked: boolean
  describedBy: string
  /** Accessible name of the file; `words` is the visible text. */
  label: string
  words: string
  look: 'outline' | 'plain'
  /** Opens the camera instead of the file picker. */
  camera?: boolean
}

const cameraOf = (preset: UploadPreset) => (preset === 'mentor-photo' ? 'user' : 'environment')
const acceptedBy = (preset: UploadPreset, camera: boolean) =>
  camera ? (preset === 'mentor-video' ? 'video/*' : 'image/*') : acceptOf(preset)

/** A native file input styled as a button. */
export function FileButton({ preset, onFile, isLocked, describedBy, label, words, look, camera = false }: Props) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    // The form has not changed until the upload is done.
    event.stopPropagation()
    const input = event.currentTarget
    const file = input.files?.[0]
    // Reset, so that the same file can be chosen again.
    input.value = ''
    if (file) onFile(file)
  }
  return (
    <label className={`btn btn-${look} ${camera ? 'file-camera' : ''}`}>
      <span className="btn-face">
        <Icon name={camera ? 'camera' : 'file-up'} size={20} />
        {words}
      </span>
      <input
        type="file"
        className="sr-only"
        aria-label={`${label}: ${words}`}
        aria-describedby={describedBy}
        accept={acceptedBy(preset, camera)}
        {...(camera && { capture: cameraOf(preset) })}
        disabled={isLocked}
        onChange={change}
      />
    </label>
  )
}
