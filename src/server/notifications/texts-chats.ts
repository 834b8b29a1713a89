import type { EventTexts } from './event-texts.ts'

export const chats = {
  'message-waiting': {
    to: { family: '/chat', mentor: '/chat' },
    sms: {
      en: '{brand}: {name} messaged you. Unread in your chat: {count}. You can reply there.',
      hi: '{brand}: {name} ने आपको लिखा है। चैट में {count} नए मैसेज हैं, वहीं जवाब दें।',
    },
    email: {
      en: {
        subject: '{name} messaged you',
        text: 'New messages: {count}\nFrom: {name}\n\nRead and reply in your chat.',
      },
      hi: {
        subject: '{name} ने आपको लिखा है',
        text: 'आपके लिए नए मैसेज: {count}\nभेजने वाले: {name}\n\nचैट में पढ़ें और जवाब दें।',
      },
    },
  },
} as const satisfies EventTexts
