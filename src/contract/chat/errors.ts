/** Errors of chat: HTTP status and words in both languages. Part of `wire/errors.ts`. */
export const chatErrors = {
  'chat-ended': [
    409,
    'Messages between you are off, so this one was not sent.',
    'आप दोनों के बीच मैसेज बंद हैं, इसलिए यह नहीं भेजा गया।',
  ],
  'message-empty': [400, 'Please write something first.', 'पहले कुछ लिखें।'],
  'message-too-long': [
    400,
    'This message is too long: {most} characters at most. Please send it in parts.',
    'यह मैसेज बहुत लंबा है: ज़्यादा से ज़्यादा {most} अक्षर। इसे टुकड़ों में भेजें।',
  ],
  'message-too-fast': [
    429,
    'That was many messages at once. The rest goes out in a moment.',
    'एक साथ बहुत मैसेज हो गए। बाकी थोड़ी देर में जाएँगे।',
  ],
  'chat-file-gone': [409, 'This file is not there any more. Please add it again.', 'यह फ़ाइल अब नहीं है। इसे फिर से जोड़ें।'],
  'chat-report-limit': [
    429,
    'You have told us about several conversations today. For more, please call {phone}.',
    'आपने आज कई बातचीत की शिकायत कर दी है। और हो तो {phone} पर फ़ोन करें।',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
