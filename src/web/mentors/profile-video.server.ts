import type { PublicMentor } from '#contract/mentors/mentors.ts'
import { m } from '#messages'

const nobody =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9" fill="#8b90a0"><circle cx="8" cy="3.4" r="1.3"/><path d="M5.4 7.4a2.6 2.6 0 0 1 5.2 0z"/></svg>'

/** The teaching video as the page shows it. Nothing when there is none: every page would carry the word for it. */
export function videoOf({ teachingVideo, profilePhoto }: PublicMentor) {
  if (!teachingVideo) return {}
  return {
    video: {
      title: m.profile_video(),
      src: teachingVideo,
      // The middle one of a photo's widths.
      poster: profilePhoto?.replace(/\/\d+\.jpg$/, '/320.jpg') ?? `data:image/svg+xml,${encodeURIComponent(nobody)}`,
    },
  }
}
