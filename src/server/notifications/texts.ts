import type { MessageText } from '#contract/admin-messages.ts'
import { notificationEvents } from '#contract/notification-events.ts'
import type { Config } from '#server/config.ts'
import type { Side } from './event-texts.ts'
import { events, kindOf } from './registry.ts'

/** Every text as it stands in the registry, and whether the operator can send it by SMS. */
export const textsOf = ({ msg91Texts }: Config): MessageText[] =>
  notificationEvents.map((event) => {
    const { to, sms, app, email } = events[event]
    const ids = msg91Texts?.templates[event]
    return {
      ...{ event, kind: kindOf[event], to: Object.keys(to) as Side[] }, // true: the record's keys are sides
      sms: sms ? { ...sms, registered: ids ? { en: ids.en !== null, hi: ids.hi !== null } : null } : null,
      app: app ?? null,
      email: email
        ? {
            subject: { en: email.en.subject, hi: email.hi.subject },
            text: { en: email.en.text, hi: email.hi.text },
          }
        : null,
    }
  })
