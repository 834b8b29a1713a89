import type { Language } from '#contract/errors.ts'
import type { NotificationEvent } from '#contract/notification-events.ts'

type Words = Record<Language, string>

/** One template per event and language. `{name}` is filled from the event's values. */
export const templates: Record<NotificationEvent, Words> = {
  'booking-paid-family': {
    en: '{brand}: your {plan} of {subject} with {mentor} is booked. {mentor} has until {by} to set the time.',
    hi: '{brand}: {mentor} के साथ {subject} की {plan} बुक हो गई। {mentor} {by} तक समय तय करेंगे।',
  },
  'booking-paid-mentor': {
    en: '{brand}: new booking for {subject} ({plan}). Please set the first class by {by} at the latest.',
    hi: '{brand}: {subject} की नई बुकिंग ({plan})। कृपया {by} तक पहली क्लास तय करें।',
  },
  'payment-returned': {
    en: '{brand}: we received {amount} for order {number}, but this was paid or booked before. We send it back to the same account within 7 days.',
    hi: '{brand}: ऑर्डर {number} के {amount} मिले, पर यह पहले ही चुकाया या बुक हो चुका था। पैसा 7 दिन में उसी खाते में लौटा देंगे।',
  },
  'booking-ended-mentor': {
    en: '{brand}: the booking of {subject} ({plan}) was ended. Any times you had set for it are free again.',
    hi: '{brand}: {subject} की बुकिंग ({plan}) ख़त्म कर दी गई। इसके लिए तय समय फिर खाली है।',
  },
  'booking-completed-family': {
    en: '{brand}: all classes of your booking ({subject}, {plan}, {mentor}) are done. How were they? Please say so on your dashboard.',
    hi: '{brand}: आपकी बुकिंग ({subject}, {plan}, {mentor}) की सारी क्लास पूरी हो गईं। कैसी रहीं? कृपया डैशबोर्ड पर बताएँ।',
  },
  'booking-completed-mentor': {
    en: '{brand}: all classes of the booking ({subject}, {plan}) are done and settled. What you earned is on your dashboard.',
    hi: '{brand}: बुकिंग ({subject}, {plan}) की सारी क्लास पूरी हो गईं और उनका हिसाब हो गया। आपकी कमाई डैशबोर्ड पर है।',
  },
  'refund-sent': {
    en: '{brand}: {amount} of order {number} is on its way back to the account you paid from. Banks usually take 5 to 7 working days.',
    hi: '{brand}: ऑर्डर {number} के {amount} उसी खाते में भेज दिए गए हैं जिससे आपने चुकाया था। बैंक को आम तौर पर 5 से 7 कामकाजी दिन लगते हैं।',
  },
  'refund-settled': {
    en: '{brand}: {amount} of order {number} (bank reference {reference}) was paid back to the account you paid from.',
    hi: '{brand}: ऑर्डर {number} के {amount} (बैंक रेफ़रेंस {reference}) उसी खाते में लौटा दिए गए जिससे आपने चुकाया था।',
  },
  'refund-settled-early': {
    en: "{brand}: {amount} of order {number} was paid back to the account you paid from. The bank's reference follows on your dashboard.",
    hi: '{brand}: ऑर्डर {number} के {amount} आपके उसी खाते में लौटा दिए गए। बैंक का रेफ़रेंस आपके डैशबोर्ड पर आएगा।',
  },
  'refund-failed': {
    en: '{brand}: {amount} of order {number} could not be paid back yet. The money stays yours; we look into it and tell you here.',
    hi: '{brand}: ऑर्डर {number} के {amount} अभी लौटाए नहीं जा सके। पैसा आपका ही है; हम देखकर यहीं बताएँगे।',
  },
  'refund-declined': {
    en: '{brand}: we could not agree to send {amount} of order {number} back. The reason is under Payments on your dashboard.',
    hi: '{brand}: ऑर्डर {number} के {amount} लौटाना मंज़ूर नहीं हो सका। कारण आपके डैशबोर्ड पर पेमेंट में है।',
  },
  'class-scheduled': {
    en: '{brand}: your {subject} class with {mentor} is on {at}, India time.',
    hi: '{brand}: {mentor} के साथ {subject} की क्लास {at} को है।',
  },
  'class-rescheduled': {
    en: '{brand}: the {subject} class of {at} with {mentor} is now on {to}, India time.',
    hi: '{brand}: {mentor} के साथ {at} की {subject} क्लास अब {to} को है।',
  },
  'timetable-set': {
    en: '{brand}: your {subject} classes with {mentor}: {days} at {time}, the first on {first}. See every date on your dashboard.',
    hi: '{brand}: {mentor} के साथ {subject} की क्लास: {days} को {time} बजे, पहली {first} को। सारी तारीख़ें आपके डैशबोर्ड पर हैं।',
  },
  'class-marked': {
    en: '{brand}: {mentor} marked the {subject} class of {at} as held. Please confirm; no answer by {by} counts as yes.',
    hi: '{brand}: {mentor} ने {at} की {subject} क्लास दर्ज की है। कृपया पुष्टि करें; {by} तक जवाब न मिलने पर हाँ माना जाएगा।',
  },
  'class-marked-code': {
    en: '{brand}: {mentor} marked the {subject} class of {at} as held and typed your code. If something was wrong, tell us by {by} on your dashboard.',
    hi: '{brand}: {mentor} ने आपके कोड के साथ {at} की {subject} क्लास दर्ज की है। कुछ गड़बड़ हो तो {by} तक डैशबोर्ड पर बताएँ।',
  },
  'class-reminder': {
    en: '{brand}: did the {subject} class of {at} with {mentor} happen? Please answer on your dashboard; no answer by {by} counts as yes.',
    hi: '{brand}: क्या {mentor} के साथ {at} की {subject} क्लास हुई? कृपया डैशबोर्ड पर बताएँ; {by} तक जवाब न मिलने पर हाँ माना जाएगा।',
  },
  'cancelled-by-family': {
    en: '{brand}: the family cancelled the {subject} class of {at} in time. It costs nothing, its {minutes} minutes can be planned again.',
    hi: '{brand}: परिवार ने {at} की {subject} क्लास समय रहते रद्द की। इसका कोई पैसा नहीं लगा, इसके {minutes} मिनट फिर तय हो सकते हैं।',
  },
  'cancelled-late': {
    en: '{brand}: the family cancelled the {subject} class of {at} late. {amount} are charged for it, {minutes} minutes can be planned again.',
    hi: '{brand}: परिवार ने {at} की {subject} क्लास देर से रद्द की। इसके {amount} लगे, {minutes} मिनट फिर तय हो सकते हैं।',
  },
  'cancelled-by-mentor': {
    en: '{brand}: {mentor} cancelled the {subject} class of {at}. It costs nothing, its {minutes} minutes can be planned again.',
    hi: '{brand}: {mentor} ने {at} की {subject} क्लास रद्द की। इसका कोई पैसा नहीं लगा, इसके {minutes} मिनट फिर तय हो सकते हैं।',
  },
  'left-out-holiday': {
    en: '{brand}: the {subject} class of {at} is left out for a holiday. It costs nothing, its {minutes} minutes can be planned again.',
    hi: '{brand}: छुट्टी की वजह से {at} की {subject} क्लास नहीं होगी। इसका कोई पैसा नहीं लगा, इसके {minutes} मिनट फिर तय हो सकते हैं।',
  },
  'no-show-family': {
    en: '{brand}: {mentor} says that nobody was there for the {subject} class of {at}. If you do not object on your dashboard by {by}, {amount} are charged for it.',
    hi: '{brand}: {mentor} ने बताया कि {at} की {subject} क्लास के लिए कोई नहीं मिला। यह सही न हो तो {by} तक डैशबोर्ड पर बताएँ, नहीं तो {amount} लगेंगे।',
  },
  'no-show-mentor': {
    en: '{brand}: the family says that you did not come to the {subject} class of {at}. If you do not object on your dashboard by {by}, it counts as missed by you.',
    hi: '{brand}: परिवार ने बताया कि आप {at} की {subject} क्लास में नहीं आए। यह सही न हो तो {by} तक डैशबोर्ड पर बताएँ, नहीं तो यह आपकी छूटी क्लास मानी जाएगी।',
  },
  'no-show-withdrawn': {
    en: '{brand}: it was taken back that nobody came to the {subject} class of {at}. It stands as before.',
    hi: '{brand}: {at} की {subject} क्लास में न आने की बात वापस ले ली गई है। क्लास पहले जैसी है।',
  },
  'no-show-objected': {
    en: '{brand}: {number}: you say different things about the {subject} class of {at}. Its fee of {amount} is on hold, and we call you by {by} at the latest.',
    hi: '{brand}: {number}: {at} की {subject} क्लास पर आप दोनों की बात अलग है। {amount} फ़ीस रुकी रहेगी और हम {by} तक फ़ोन करेंगे।',
  },
  'missed-by-family': {
    en: '{brand}: the {subject} class of {at} counts as missed by the family. {amount} are charged for it, {minutes} minutes can be planned again.',
    hi: '{brand}: {at} की {subject} क्लास परिवार से छूटी मानी गई। इसके {amount} लगे, {minutes} मिनट फिर तय हो सकते हैं।',
  },
  'missed-by-mentor': {
    en: '{brand}: the {subject} class of {at} counts as missed by the mentor. It costs nothing, its {minutes} minutes can be planned again.',
    hi: '{brand}: {at} की {subject} क्लास मेंटर से छूटी मानी गई। इसका कोई पैसा नहीं लगा, इसके {minutes} मिनट फिर तय हो सकते हैं।',
  },
  'proposal-made': {
    en: '{brand}: for the {subject} class of {at} another time is proposed: {to}. Please answer on your dashboard; without an answer the class stays.',
    hi: '{brand}: {at} की {subject} क्लास के लिए नया समय सुझाया गया है: {to}। कृपया डैशबोर्ड पर जवाब दें; जवाब न मिलने पर क्लास वही रहेगी।',
  },
  'proposal-declined': {
    en: '{brand}: {to} does not suit the other side. The {subject} class of {at} stays where it is.',
    hi: '{brand}: {to} का समय दूसरे पक्ष को ठीक नहीं लगा। {at} की {subject} क्लास वही रहेगी।',
  },
  'class-moved': {
    en: '{brand}: as you both agreed, the {subject} class of {at} is now on {to}, India time.',
    hi: '{brand}: आप दोनों की सहमति से {at} की {subject} क्लास अब {to} को है।',
  },
  'mentor-changed-family': {
    en: '{brand}: {mentor} goes on with your {subject} classes. Your balance of {amount} is {minutes} minutes there. {mentor} has until {by} to set the time.',
    hi: '{brand}: {subject} की क्लास अब {mentor} लेंगे। आपकी बची राशि {amount} में वहाँ {minutes} मिनट हैं। {mentor} {by} तक समय तय करेंगे।',
  },
  'mentor-changed-old': {
    en: '{brand}: the family goes on with another mentor in {subject}. What you taught is paid as usual; the times you had set for it are free again.',
    hi: '{brand}: परिवार {subject} अब दूसरे मेंटर से पढ़ेगा। आपकी पढ़ाई क्लास का पैसा पहले की तरह मिलेगा; आगे के तय समय फिर खाली हैं।',
  },
  'mentor-changed-new': {
    en: '{brand}: a family goes on with you in {subject}: {minutes} minutes, paid already. Please set the first class by {by} at the latest.',
    hi: '{brand}: एक परिवार {subject} आगे आपसे पढ़ेगा: {minutes} मिनट, पैसा जमा है। कृपया {by} तक पहली क्लास तय करें।',
  },
  'guarantee-mentor': {
    en: '{brand}: the first {subject} class of {at} did not suit the family, so its fee goes back, as every first class promises. It does not count against you.',
    hi: '{brand}: {at} की पहली {subject} क्लास परिवार को नहीं जमी, इसलिए वादे के अनुसार फ़ीस लौटाई गई। यह आपके ख़िलाफ़ नहीं गिना जाएगा।',
  },
  'stepped-down': {
    en: '{brand}: you stand further down in the list of mentors for now. What counts, and what changes it, is on your dashboard: {link}',
    hi: '{brand}: अभी आप मेंटर की सूची में नीचे दिखेंगे। क्या गिना जाता है और यह कैसे बदलेगा, डैशबोर्ड पर देखें: {link}',
  },
  'stepped-back': {
    en: '{brand}: you are back in your place in the list of mentors. Thank you for keeping your classes.',
    hi: '{brand}: मेंटर की सूची में आप अपनी जगह पर वापस हैं। क्लास समय पर लेने के लिए धन्यवाद।',
  },
  'message-waiting': {
    en: '{brand}: {name} wrote to you. {count} new in your chat, where you can answer.',
    hi: '{brand}: {name} ने आपको लिखा है। चैट में {count} नए मैसेज हैं, वहीं जवाब दें।',
  },
  'case-opened': {
    en: '{brand}: your request {number} has reached us. We call you by {by} at the latest.',
    hi: '{brand}: आपका अनुरोध {number} हमें मिल गया। हम {by} तक आपको फ़ोन करेंगे।',
  },
  'call-handled': {
    en: '{brand}: about your call request ({mentor}): {outcome}. You can always call us: {phone}.',
    hi: '{brand}: {mentor} से बात कराने का आपका अनुरोध: {outcome}। आप हमें कभी भी फ़ोन कर सकते हैं: {phone}।',
  },
  'dispute-opened-mentor': {
    en: '{brand}: the family reported a problem with the {subject} class of {at}. Its fee of {amount} is on hold until we have spoken with both of you. {number}: we call you by {by} at the latest.',
    hi: '{brand}: परिवार ने {at} की {subject} क्लास में दिक्कत बताई है। आप दोनों से बात होने तक {amount} फ़ीस रुकी रहेगी। {number}: हम {by} तक फ़ोन करेंगे।',
  },
  'dispute-withdrawn-mentor': {
    en: '{brand}: the family took back its report about the {subject} class of {at} ({number}) and confirmed the class.',
    hi: '{brand}: परिवार ने {at} की {subject} क्लास की शिकायत ({number}) वापस ले ली और क्लास की पुष्टि कर दी।',
  },
  'dispute-for-mentor': {
    en: '{brand}: we decided {number}, {subject} class of {at}: the class counts as held and costs {kept}. The reason is on your dashboard.',
    hi: '{brand}: {number}, {at} की {subject} क्लास पर फ़ैसला: क्लास हुई मानी गई, फ़ीस {kept}। कारण आपके डैशबोर्ड पर है।',
  },
  'dispute-for-family': {
    en: '{brand}: we decided {number}, {subject} class of {at}: the class does not count and {back} go back to the family. The reason is on your dashboard.',
    hi: '{brand}: {number}, {at} की {subject} क्लास पर फ़ैसला: क्लास नहीं गिनी जाएगी और {back} परिवार को वापस मिलेंगे। कारण आपके डैशबोर्ड पर है।',
  },
  'dispute-shared': {
    en: '{brand}: we decided {number}, {subject} class of {at}: {kept} are paid for the class, {back} go back to the family. The reason is on your dashboard.',
    hi: '{brand}: {number}, {at} की {subject} क्लास पर फ़ैसला: क्लास के {kept} लगेंगे, {back} परिवार को वापस मिलेंगे। कारण आपके डैशबोर्ड पर है।',
  },
  'review-published': {
    en: '{brand}: a family reviewed your {subject} classes. Read it on your dashboard; you can reply once.',
    hi: '{brand}: एक परिवार ने आपकी {subject} क्लास का रिव्यू लिखा है। डैशबोर्ड पर पढ़ें; आप एक बार जवाब दे सकते हैं।',
  },
  'review-word': {
    en: '{brand}: {mentor} wrote how the {subject} classes with you go. Only you can read it, on your dashboard.',
    hi: '{brand}: {mentor} ने लिखा है कि आपके साथ {subject} की क्लास कैसी चलती है। इसे सिर्फ़ आप डैशबोर्ड पर पढ़ सकते हैं।',
  },
  'review-replied': {
    en: '{brand}: {mentor} replied to your review. Read it on your dashboard.',
    hi: '{brand}: {mentor} ने आपके रिव्यू का जवाब दिया है। डैशबोर्ड पर पढ़ें।',
  },
  'review-hidden': {
    en: '{brand}: the review of {mentor} of {date} is not shown any more. The reason is on your dashboard.',
    hi: '{brand}: {mentor} का {date} का रिव्यू अब नहीं दिखता। कारण आपके डैशबोर्ड पर है।',
  },
  'review-shown': {
    en: '{brand}: the review of {mentor} of {date} is shown again.',
    hi: '{brand}: {mentor} का {date} का रिव्यू फिर से दिखता है।',
  },
  'reply-hidden': {
    en: '{brand}: the reply to the review of {mentor} of {date} is not shown any more. The reason is on your dashboard.',
    hi: '{brand}: {mentor} के {date} के रिव्यू का जवाब अब नहीं दिखता। कारण आपके डैशबोर्ड पर है।',
  },
  'reply-shown': {
    en: '{brand}: the reply to the review of {mentor} of {date} is shown again.',
    hi: '{brand}: {mentor} के {date} के रिव्यू का जवाब फिर से दिखता है।',
  },
  'report-declined': {
    en: '{brand}: we read what you reported ({number}). It does not break our rules, so it stays. Please call us if you see it otherwise.',
    hi: '{brand}: आपने जिसकी शिकायत की ({number}), वह हमने पढ़ा। वह हमारे नियमों के ख़िलाफ़ नहीं है, इसलिए रहेगा। आपको कुछ और कहना हो तो फ़ोन करें।',
  },
  'application-received': {
    en: '{brand}: we have your application {number}. We look at it within 3 working days and tell you here.',
    hi: '{brand}: आपका आवेदन {number} हमें मिल गया। हम 3 कामकाजी दिनों में देखकर यहीं बताएँगे।',
  },
  'mentor-verified': {
    en: '{brand}: you are verified. Families can find you now: {link}',
    hi: '{brand}: आपकी जाँच पूरी हुई। अब परिवार आपको ढूँढ सकते हैं: {link}',
  },
  'mentor-rejected': {
    en: '{brand}: your application {number} needs a correction. See what, and send it again: {link}',
    hi: '{brand}: आपके आवेदन {number} में कुछ सुधार चाहिए। क्या सुधारना है, यहाँ देखकर दोबारा भेजें: {link}',
  },
  'mentor-suspended': {
    en: '{brand}: your profile is not shown to families for now. See why: {link}',
    hi: '{brand}: आपकी प्रोफ़ाइल अभी परिवारों को नहीं दिख रही। कारण यहाँ देखें: {link}',
  },
  'mentor-restored': {
    en: '{brand}: your profile is shown to families again: {link}',
    hi: '{brand}: आपकी प्रोफ़ाइल फिर से परिवारों को दिख रही है: {link}',
  },
  'document-asked': {
    en: '{brand}: please upload your ID document again. We check your identity anew, and the earlier file is deleted: {link}',
    hi: '{brand}: कृपया अपना पहचान पत्र फिर से अपलोड करें। हम आपकी पहचान फिर जाँच रहे हैं और पुरानी फ़ाइल हटाई जा चुकी है: {link}',
  },
  'check-expiring': {
    en: '{brand}: your {check} check is valid until {date}. Please call us before then to have it made again: {phone}',
    hi: '{brand}: आपकी {check} की जाँच {date} तक मान्य है। इसे फिर से कराने के लिए उससे पहले हमें फ़ोन करें: {phone}',
  },
  'identity-expiring': {
    en: '{brand}: your identity check is valid until {date}. Please upload your ID document again before then: {link}',
    hi: '{brand}: आपकी पहचान की जाँच {date} तक मान्य है। उससे पहले अपना पहचान पत्र फिर से अपलोड करें: {link}',
  },
  'payout-paid': {
    en: '{brand}: we paid {amount} to {account}, bank reference {reference}. Every class of it: {link}?tab=earnings',
    hi: '{brand}: हमने {account} में {amount} भेज दिए, बैंक रेफ़रेंस {reference}। हर क्लास का हिसाब: {link}?tab=earnings',
  },
  'payout-account-set': {
    en: '{brand}: your payouts now go to {account}. If this was not you, call us at once: {phone}',
    hi: '{brand}: आपके पैसे अब {account} में जाएँगे। अगर यह आपने नहीं किया, तो तुरंत हमें फ़ोन करें: {phone}',
  },
}
