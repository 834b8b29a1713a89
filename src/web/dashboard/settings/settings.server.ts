import { messageChannels, messageKinds } from '#contract/notifications/notification-kinds.ts'
import { answerPhoneChange, ownMentor, pendingPhoneChange } from '#contract/people/accounts.ts'
import { addLearner, archiveLearner, changeLearner, type Learner, ownLearners } from '#contract/people/learners.ts'
import { ownPasskeys } from '#contract/people/passkeys.ts'
import {
  changeFamily,
  changeNotificationPreferences,
  endDevice,
  endOtherDevices,
  ownDevices,
  ownProfile,
} from '#contract/people/profiles.ts'
import { gradeName, grades, offeredGrades } from '#contract/reference/catalogue.ts'
import { type LoaderContext, readApi, serverContext } from '../../api.ts'
import { openConsents } from '../../consents.server.ts'
import { sendForm } from '../../form.server.ts'
import { isTicked, textOf } from '../../form.ts'

/** Data of the settings of a role, with grades in the page's language. */
export async function loadSettings(context: LoaderContext, side: 'family' | 'mentor') {
  const { locale } = context.get(serverContext)
  const [profile, devices, learners, mentor, waiting, passkeys, consents] = await Promise.all([
    readApi(context, ownProfile),
    readApi(context, ownDevices),
    side === 'family' ? readApi(context, ownLearners) : { data: [], archived: [] },
    side === 'mentor' ? readApi(context, ownMentor) : null,
    readApi(context, pendingPhoneChange),
    readApi(context, ownPasskeys),
    side === 'family' ? openConsents(context, ['child']) : null,
  ])
  const named = (learner: Learner) => {
    const grade = grades.find((one) => one === learner.grade)
    return { ...learner, className: grade ? gradeName(grade, locale) : learner.grade }
  }
  return {
    profile: profile.data,
    phoneChange: waiting.data,
    passkeys: passkeys.data,
    devices: devices.data,
    parent: consents?.child ?? null,
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

/** What the fields do not say by themselves: an adult, or a parent who did not tick. */
function agreementIn(form: FormData) {
  if (textOf(form, 'parent.relation') === 'self') return { adult: true, parent: undefined }
  return isTicked(form, 'agrees') ? {} : { parent: undefined }
}

/** Handlers of the settings forms. Empty fields clear a value. */
export const settingForms = (context: LoaderContext, form: FormData) => ({
  'device-end': () => sendForm(context, endDevice, form),
  'devices-end': () => sendForm(context, endOtherDevices, form),
  'phone-yes': () => sendForm(context, answerPhoneChange, form, { body: { ending: textOf(form, 'of'), isMine: true } }),
  'phone-no': () => sendForm(context, answerPhoneChange, form, { body: { ending: textOf(form, 'of'), isMine: false } }),
  'learner-away': () => sendForm(context, archiveLearner, form, { body: { archived: true } }),
  'learner-back': () => sendForm(context, archiveLearner, form, { body: { archived: false } }),
  learner: () =>
    textOf(form, 'of') === 'new'
      ? sendForm(context, addLearner, form, { body: agreementIn(form) })
      : sendForm(context, changeLearner, form),
  profile: () => sendForm(context, changeFamily, form),
  messages: () => {
    const messages = messageKinds.flatMap((kind) =>
      messageChannels
        .filter((channel) => isTicked(form, `shown-${kind}-${channel}`))
        .map((channel) => ({ kind, channel, on: isTicked(form, `${kind}-${channel}`) })),
    )
    return sendForm(context, changeNotificationPreferences, form, { body: { messages } })
  },
})
