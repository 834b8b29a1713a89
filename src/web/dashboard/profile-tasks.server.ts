import { type SectionName, sectionNames } from '#contract/mentors/application-sections.ts'
import type { ShownState } from '#contract/mentors/applications.ts'
import { m } from '#messages'
import { availabilityPath } from './kit/availability-path.ts'
import { type ProfileTask, videoPath } from './profile-task.ts'

/** Sections of the form, the video and the teaching hours, each as a task. */
export const profileTasks = ({ problems, answers }: ShownState, withHours: boolean): ProfileTask[] => [
  ...sectionNames.map((one) => ({
    to: `/signup/${one}`,
    ...(one === 'personal' && isPhotoMissing(problems) ? photoTask() : sectionTasks[one]()),
    isDone: !problems[one],
  })),
  {
    to: videoPath,
    label: m.profile_task_video(),
    text: m.profile_task_video_text(),
    isDone: Boolean(answers.details?.teachingVideo),
  },
  { to: availabilityPath(), label: m.hours_missing(), text: m.profile_task_hours_text(), isDone: withHours },
]

/** Whether the photo is all that is missing of the personal details. */
const isPhotoMissing = ({ personal }: ShownState['problems']): boolean =>
  personal?.every(({ field }) => field === 'profilePhoto') ?? false

type Task = Pick<ProfileTask, 'label' | 'text'>
const photoTask = (): Task => ({ label: m.profile_task_photo(), text: m.profile_task_photo_text() })
const sectionTasks: Record<SectionName, () => Task> = {
  personal: () => ({ label: m.profile_task_personal(), text: m.profile_task_personal_text() }),
  education: () => ({ label: m.profile_task_education(), text: m.profile_task_education_text() }),
  location: () => ({ label: m.profile_task_location(), text: m.profile_task_location_text() }),
  modes: () => ({ label: m.profile_task_modes(), text: m.profile_task_modes_text() }),
  preferences: () => ({ label: m.profile_task_preferences(), text: m.profile_task_preferences_text() }),
  availability: () => ({ label: m.profile_task_days(), text: m.profile_task_days_text() }),
  details: () => ({ label: m.profile_task_details(), text: m.profile_task_details_text() }),
}
