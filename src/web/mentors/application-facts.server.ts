import type { AdminMentor } from '#contract/mentors/verification.ts'
import { weekdays } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { choiceName, genderNames, rangeNames, streamNames } from '../application-labels.ts'
import { degreeText } from '../education-facts.server.ts'
import { formatDay } from '../ui/dates.tsx'
import { formatRupees } from '../ui/money.tsx'
import { experienceText, gradesText, offersOf, pricesOf } from './card.server.ts'
import { boardName, dayName, languageName, modeName, stateName, subjectName } from './names.server.ts'
import { placeNames } from './places.server.ts'

type Fact = { label: string; value: string }

/** All answers of an application in the form's order, for admins. Requires `knownAreas`. */
export function applicationFacts(one: AdminMentor): { title: string; facts: Fact[] }[] {
  const { card } = one
  const { qualifications, location } = card
  const stream = one.twelfthStream ?? ''
  const groups: [string, [string, string][]][] = [
    [
      m.admin_fact_personal(),
      [
        [m.apply_label_phone(), one.phone],
        [m.apply_label_email(), one.email],
        [m.apply_label_gender(), genderNames[one.gender]()],
        [m.apply_label_age(), String(one.age)],
      ],
    ],
    [
      m.admin_fact_education(),
      [
        [m.apply_label_highest(), qualifications.highestQualification],
        [m.apply_label_specialization(), qualifications.specialization],
        [m.apply_label_university(), qualifications.university],
        [m.admin_fact_year(), qualifications.graduationYear ? String(qualifications.graduationYear) : ''],
        [m.apply_label_display(), qualifications.display],
        [m.apply_label_graduation(), degreeText(one.graduation)],
        [m.apply_label_post(), degreeText(one.postGraduation)],
        [m.apply_label_stream(), choiceName(streamNames, stream) || stream],
        [m.apply_label_board(), one.twelfthBoard ? boardName(one.twelfthBoard) : ''],
        [m.apply_label_experience(), experienceText(card.experience)],
      ],
    ],
    [
      m.apply_location(),
      [
        [m.apply_label_area(), placeNames.area(location.area)],
        [m.apply_label_city(), `${placeNames.city(location.city)}, ${stateName(location.state)}`],
        [m.apply_label_range(), choiceName(rangeNames, card.teachingRange) || m.apply_range_any()],
        [m.admin_fact_place(), one.lat === null || one.lon === null ? '' : `${one.lat}, ${one.lon}`],
      ],
    ],
    [
      m.apply_preferences(),
      [
        [
          m.apply_label_modes(),
          pricesOf(card)
            .map(
              ({ mode, monthly }) =>
                `${mode === 'homeTuition' ? m.admin_mode_home() : modeName(mode)} ${formatRupees(monthly)}`,
            )
            .join('\n'),
        ],
        [
          m.apply_label_preferences(),
          offersOf(card)
            .map(({ grades, subjects }) => `${gradesText(grades)}: ${subjects.map(subjectName).join(', ')}`)
            .join('\n'),
        ],
        [m.admin_fact_boards(), one.boards.map(boardName).join(', ')],
        [m.admin_fact_languages(), one.languages.map(languageName).join(', ')],
      ],
    ],
    [
      m.apply_availability(),
      [
        [
          m.apply_label_days(),
          weekdays
            .filter((day) => card.availableDays.includes(day))
            .map(dayName)
            .join(', '),
        ],
        [
          m.apply_label_hours(),
          card.dailyHours === 1 ? m.apply_hours_value_one() : m.apply_hours_value({ hours: card.dailyHours }),
        ],
        [m.free_times(), one.hasHours ? '' : m.admin_no_hours()],
        [
          m.admin_fact_start(),
          one.startImmediately
            ? m.admin_fact_start_now()
            : one.startDate
              ? formatDay(one.startDate, { year: true })
              : m.admin_set_none(),
        ],
      ],
    ],
    [
      m.apply_details(),
      [
        [m.admin_fact_brief(), one.brief],
        [m.apply_label_teaching(), one.teachingExperience],
      ],
    ],
  ]
  return groups.map(([title, facts]) => ({
    title,
    facts: facts.map(([label, value]) => ({ label: label.replace(/ \*$/, ''), value: value || m.apply_not_given() })),
  }))
}
