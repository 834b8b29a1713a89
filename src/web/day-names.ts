import type { Weekday } from '#contract/reference/catalogue.ts'
import { m } from '#messages'

/** "Mon", "सोम". */
export const dayNames: Record<Weekday, () => string> = {
  monday: m.profile_day_monday,
  tuesday: m.profile_day_tuesday,
  wednesday: m.profile_day_wednesday,
  thursday: m.profile_day_thursday,
  friday: m.profile_day_friday,
  saturday: m.profile_day_saturday,
  sunday: m.profile_day_sunday,
}
