import type { MessageText } from '#contract/admin-messages.ts'
import { m } from '#messages'

const kindNames: Record<string, () => string> = {
  classes: m.settings_kind_classes,
  chats: m.settings_kind_chats,
  bookings: m.settings_kind_bookings_family,
  payments: m.settings_kind_payments_family,
  reviews: m.settings_kind_reviews,
  support: m.settings_kind_support,
  profile: m.settings_kind_profile,
  safety: m.admin_set_kind_safety,
}
const sideNames: Record<MessageText['to'][number], () => string> = {
  family: m.cases_side_family,
  mentor: m.cases_side_mentor,
  admin: m.admin_set_side_admin,
}
const languages = { en: m.admin_set_in_english, hi: m.admin_set_in_hindi }

function channelsOf({ sms, app, email }: MessageText) {
  return (['en', 'hi'] as const).flatMap((language) => {
    const line = (channel: string, text: string | null | undefined, note = '') =>
      text ? [{ label: `${channel}, ${languages[language]()}`, text, language, note }] : []
    const isKnown = sms?.registered?.[language]
    const note = isKnown === undefined ? '' : isKnown ? m.admin_set_registered() : m.admin_set_not_registered()
    return [
      ...line(m.settings_sms(), sms?.[language], note),
      ...line(m.admin_set_on_site(), app?.[language]),
      ...line(m.contact_email(), email && `${email.subject[language]}\n\n${email.text[language]}`),
    ]
  })
}

/** Texts by what they are about. */
export function shownTexts(all: readonly MessageText[]) {
  return [...new Set(all.map(({ kind }) => kind))].map((kind) => ({
    ...{ kind, name: kindNames[kind]?.() ?? kind },
    texts: all
      .filter((one) => one.kind === kind)
      .map((one) => ({
        event: one.event,
        about: one.to.map((side) => sideNames[side]()).join(', '),
        channels: channelsOf(one),
      })),
  }))
}
