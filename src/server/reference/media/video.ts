import type { FileForm } from './content.ts'
import { cleanIso } from './iso-video.ts'
import { editVideo } from './video-file.ts'
import { cleanWebm } from './webm-video.ts'

/**
 * Overwrites in place what the camera wrote into a video besides picture and sound: where it was taken, with what, by
 * whom. Throws `file-broken` for one that only begins like a video, or whose parts cannot be told from each other.
 */
export const cleanVideo = (path: string, { format }: FileForm): Promise<void> =>
  editVideo(path, format === 'webm' ? cleanWebm : cleanIso)
