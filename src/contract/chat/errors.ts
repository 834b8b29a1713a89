/** Errors of chat: HTTP status and text in both languages. Part of `wire/errors.ts`. */
export const chatErrors = {
  'chat-ended': [
    409,
    "Messaging is off here, so your message wasn't sent.",
    'इस बातचीत में मैसेज बंद हैं, इसलिए आपका मैसेज नहीं भेजा गया।',
  ],
  'message-empty': [400, 'Enter a message first.', 'पहले कुछ लिखें।'],
  'message-too-long': [
    400,
    'This message is too long (maximum {most} characters). Please send it in parts.',
    'यह मैसेज बहुत लंबा है: ज़्यादा से ज़्यादा {most} अक्षर। इसे टुकड़ों में भेजें।',
  ],
  'message-too-fast': [
    429,
    'You sent many messages at once. The rest will be sent in a moment.',
    'एक साथ बहुत मैसेज हो गए। बाकी थोड़ी देर में जाएँगे।',
  ],
  'chat-file-gone': [409, 'This file is no longer available. Please add it again.', 'यह फ़ाइल अब नहीं है। इसे फिर से जोड़ें।'],
  'new-chat-limit': [
    429,
    "You've written to many mentors today. Please wait for their replies, or call us: {phone}.",
    'आज आप कई मेंटर को लिख चुके हैं। उनके जवाब का इंतज़ार करें, या हमें फ़ोन करें: {phone}।',
  ],
  'chat-report-limit': [
    429,
    "You've reported several conversations today. To report more, please call {phone}.",
    'आपने आज कई बातचीत की शिकायत कर दी है। और हो तो {phone} पर फ़ोन करें।',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
