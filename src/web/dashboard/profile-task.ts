/** A part of a profile: its form, what to do and what it brings. */
export type ProfileTask = { to: string; label: string; text: string; isDone: boolean }

/** The form of the video, which is optional. */
export const videoPath = '/signup/details#teachingVideo'

/** Whether something other than the video is missing. */
export const isUnfinished = (tasks: readonly ProfileTask[]): boolean =>
  tasks.some(({ to, isDone }) => !isDone && to !== videoPath)

/** Share of finished parts in percent. */
export const percentOf = (tasks: readonly ProfileTask[]): number =>
  Math.round((tasks.filter(({ isDone }) => isDone).length / tasks.length) * 100)
