/** Errors of support: HTTP status and text in both languages. Part of `wire/errors.ts`. */
export const supportErrors = {
  'ticket-limit': [
    429,
    "You've sent several requests in the last hour. Please call us on {phone}, or try again later.",
    'पिछले एक घंटे में आप कई बार लिख चुके हैं। हमें {phone} पर फ़ोन करें, या थोड़ी देर बाद लिखें।',
  ],
  'call-limit': [
    429,
    "You've already requested several calls. Please call us: {phone}.",
    'आप कई बार कॉल के लिए कह चुके हैं। कृपया हमें फ़ोन करें: {phone}।',
  ],
  'call-changed': [
    409,
    "Someone else changed this request. Your changes aren't saved yet.",
    'इस बीच किसी और ने इस अनुरोध में बदलाव किया। आपका बदलाव अभी सेव नहीं हुआ।',
  ],
  'call-over': [409, "You can't change the outcome any more.", 'अब नतीजा बदला नहीं जा सकता।'],
  'case-changed': [
    409,
    "Someone else changed this case. Your changes aren't saved yet.",
    'इस बीच किसी और ने इस केस में बदलाव किया। आपका बदलाव अभी सेव नहीं हुआ।',
  ],
  'case-moved': [409, "This case's status has changed. Reload to see it.", 'इस केस की स्थिति अब दूसरी है। कृपया फिर से देखें।'],
  'case-dispute-open': [
    409,
    "Decide this case's dispute, refund or reported review first. That resolves the case.",
    'पहले इस केस का विवाद, रिफ़ंड या शिकायत वाला रिव्यू तय करें। उससे केस भी सुलझ जाएगा।',
  ],
  'case-own-decision': [
    403,
    'This appeal is about your own decision. Another admin must decide it, including any payment.',
    'यह अपील आपके अपने फ़ैसले पर है। इस पर और इसके पैसे पर किसी दूसरे एडमिन को फ़ैसला करना होगा।',
  ],
  'own-account': [
    403,
    'This is about your own account. Another admin must decide it.',
    'यह आपके अपने अकाउंट का मामला है। इसे कोई दूसरा एडमिन तय करेगा।',
  ],
  'case-of-another': [
    409,
    'This case is assigned to {name}. To decide it, assign it to yourself first.',
    'यह केस {name} देख रहे हैं। फ़ैसला आप करें तो पहले केस अपने पास लें।',
  ],
  'safety-open': [
    409,
    'This mentor has open safety cases: {numbers}. Review them first, or confirm that you want to restore the mentor anyway, with a reason.',
    'इस मेंटर के बारे में सुरक्षा के केस खुले हैं: {numbers}। पहले उन्हें देखें, या बताएँ कि आप फिर भी मेंटर को चालू कर रहे हैं, और क्यों।',
  ],
  'case-mentor-set': [
    409,
    "You can't change who this case is about: it was set when the case was opened.",
    'यह केस किसके बारे में है, यह केस खुलते समय ही तय हो गया था। वह नहीं बदलेगा।',
  ],
  'evidence-held': [
    409,
    "We have to keep this for now, so it can't be changed or deleted.",
    'इसे अभी सँभालकर रखना ज़रूरी है, इसलिए यह बदला या मिटाया नहीं जा सकता।',
  ],
  'case-not-safety': [
    409,
    'Only a safety case can have a police report.',
    'पुलिस को दी गई सूचना सिर्फ़ सुरक्षा के केस में दर्ज होती है।',
  ],
  'police-in-future': [409, "The report can't be in the future.", 'सूचना का समय आगे का नहीं हो सकता।'],
  'case-no-mentor': [409, 'This case has no mentor to suspend.', 'इस केस में ऐसा कोई मेंटर नहीं जिसकी प्रोफ़ाइल रोकी जा सके।'],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
