import type { RouterContextProvider } from 'react-router'
import { messageChannels, messageKinds } from '#contract/notifications/notification-kinds.ts'
import { answerPhoneChange, ownMentor, waitingPhoneChange } from '#contract/people/accounts.ts'
import {
  addLearner,
  archiveLearner,
  changeLearner,
  type Learner,
  type LearnerFacts,
  ownLearners,
} from '#contract/people/learners.ts'
import {
  changeFamily,
  changeMessages,
  endDevice,
  endOtherDevices,
  ownDevices,
  ownProfile,
} from '#contract/people/profiles.ts'
import { gradeName, grades, offeredGrades } from '#contract/reference/catalogue.ts'
import { readApi, serverContext, writeApi } from '../../api.ts'
import { expectIntent, textOf } from '../kit/form-result.ts'

type Given = Readonly<RouterContextProvider>

/** Everything the settings of this side show, with classes in the reader's language. */
export async function loadSettings(context: Given, side: 'family' | 'mentor') {
  const { locale } = context.get(serverContext)
  const [profile, devices, learners, mentor, waiting] = await Promise.all([
    readApi(context, ownProfile),
    readApi(context, ownDevices),
    side === 'family' ? readApi(context, ownLearners) : { data: [], archived: [] },
    side === 'mentor' ? readApi(context, ownMentor) : null,
    readApi(context, waitingPhoneChange),
  ])
  const named = (learner: Learner) => {
    const grade = grades.find((one) => one === learner.grade)
    return { ...learner, className: grade ? gradeName(grade, locale) : learner.grade }
  }
  return {
    profile: profile.data,
    phoneChange: waiting.data,
    devices: devices.data,
    learners: learners.data.map(named),
    archived: learners.archived.map(named),
    mentor: mentor && { fullName: mentor.data.fullName, number: mentor.data.number },
    grades: grades
      .filter((grade) => offeredGrades.includes(grade) || learners.data.some((one) => one.grade === grade))
      .map((grade) => ({ value: grade, label: gradeName(grade, locale) })),
  }
}
export type Settings = Awaited<ReturnType<typeof loadSettings>>
export type ShownLearner = Settings['learners'][number]

/** Does what a form of the settings asks for. Empty fields mean that nothing is said. */
export function changeSettings(context: Given, form: FormData) {
  const intent = textOf(form, 'intent')
  const of = textOf(form, 'of')
  const given = (name: string) => textOf(form, name).trim()
  const or = (name: string) => given(name) || null
  const key = textOf(form, 'key')
  const options = key === '' ? {} : { idempotencyKey: key }
  const params = { id: of }
  if (intent === 'device-end') return writeApi(context, endDevice, { params })
  if (intent === 'phone-yes' || intent === 'phone-no')
    return writeApi(context, answerPhoneChange, { body: { ending: of, isMine: intent === 'phone-yes' } })
  if (intent === 'devices-end') return writeApi(context, endOtherDevices, {})
  if (intent === 'learner-away' || intent === 'learner-back')
    return writeApi(context, archiveLearner, { params, body: { archived: intent === 'learner-away' } })
  if (intent === 'messages') {
    const messages = messageKinds.flatMap((kind) =>
      messageChannels
        .filter((channel) => form.has(`shown-${kind}-${channel}`))
        .map((channel) => ({ kind, channel, on: form.has(`${kind}-${channel}`) })),
    )
    return writeApi(context, changeMessages, { body: { messages } })
  }
  if (intent === 'learner') {
    // Grade and board are checked by the contract.
    const [grade, board] = [or('grade') as LearnerFacts['grade'], or('board') as LearnerFacts['board']]
    const body = { name: given('name'), grade, school: or('school'), board }
    return of === 'new'
      ? writeApi(context, addLearner, { body }, options)
      : writeApi(context, changeLearner, { params, body }, options)
  }
  expectIntent(form, 'profile')
  const body = {
    name: given('name'),
    email: or('email'),
    address: or('address'),
    area: or('area'),
    city: or('city'),
  }
  return writeApi(context, changeFamily, { body })
}
