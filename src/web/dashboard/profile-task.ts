/** A part of a profile: its form, what to do and what it brings. */
export type ProfileTask = { to: string; label: string; text: string; isDone: boolean }

/** The form of the video, which is optional. */
export const videoPath = '/signup/details#teachingVideo'

/** Whether something other than the video is missing. */
export const isUnfinished = (tasks: readonly ProfileTask[]): boolean =>
  tasks.some(({ to, isDone }) => !isDone && to !== videoPath)

/** Share of finished parts in percent, without the video. */
export function percentOf(tasks: readonly ProfileTask[]): number {
  const needed = tasks.filter(({ to }) => to !== videoPath)
  return Math.round((needed.filter(({ isDone }) => isDone).length / needed.length) * 100)
}
