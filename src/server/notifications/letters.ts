import type { Language } from '#contract/errors.ts'
import type { NotificationEvent } from '#contract/notification-events.ts'

type Letter = Record<Language, { subject: string; text: string }>
/** Events that are told by e-mail too, to those who gave an address. */
export const letters: Partial<Record<NotificationEvent, Letter>> = {
  'mentor-verified': {
    en: {
      subject: 'You are verified on {brand}',
      text: 'Dear {name},\n\nyour application {number} is verified. Families can find you now. Your dashboard: {link}\n\n{brand}',
    },
    hi: {
      subject: '{brand} पर आपकी जाँच पूरी हुई',
      text: 'नमस्ते {name},\n\nआपका आवेदन {number} वेरिफ़ाई हो गया। अब परिवार आपको ढूँढ सकते हैं। आपका डैशबोर्ड: {link}\n\n{brand}',
    },
  },
  'mentor-rejected': {
    en: {
      subject: 'Your application {number} needs a correction',
      text: 'Dear {name},\n\nwe could not verify your application {number} yet:\n\n{reason}\n\nPlease correct it and send it again: {link}\n\n{brand}',
    },
    hi: {
      subject: 'आपके आवेदन {number} में सुधार चाहिए',
      text: 'नमस्ते {name},\n\nआपका आवेदन {number} अभी वेरिफ़ाई नहीं हो सका:\n\n{reason}\n\nसुधारकर दोबारा भेजें: {link}\n\n{brand}',
    },
  },
  'mentor-suspended': {
    en: {
      subject: 'Your profile on {brand} is not shown for now',
      text: 'Dear {name},\n\nyour profile {number} is not shown to families for now:\n\n{reason}\n\nYour dashboard: {link}\n\n{brand}',
    },
    hi: {
      subject: '{brand} पर आपकी प्रोफ़ाइल अभी नहीं दिख रही',
      text: 'नमस्ते {name},\n\nआपकी प्रोफ़ाइल {number} अभी परिवारों को नहीं दिख रही:\n\n{reason}\n\nआपका डैशबोर्ड: {link}\n\n{brand}',
    },
  },
  'document-asked': {
    en: {
      subject: 'Please upload your ID document again',
      text: 'Dear {name},\n\nwe check your identity anew, and your earlier ID document was deleted. Please upload it again on your dashboard: {link}\n\nYour number: {number}\n\n{brand}',
    },
    hi: {
      subject: 'कृपया अपना पहचान पत्र फिर से अपलोड करें',
      text: 'नमस्ते {name},\n\nहम आपकी पहचान फिर जाँच रहे हैं और आपका पुराना पहचान पत्र हटाया जा चुका है। कृपया उसे अपने डैशबोर्ड पर फिर से अपलोड करें: {link}\n\nआपका नंबर: {number}\n\n{brand}',
    },
  },
  'message-waiting': {
    en: {
      subject: '{name} wrote to you',
      text: 'New messages that wait for you: {count}\nFrom: {name}\n\nRead and answer them: {link}\n\n{brand}',
    },
    hi: {
      subject: '{name} ने आपको लिखा है',
      text: 'आपके लिए नए मैसेज: {count}\nभेजने वाले: {name}\n\nयहाँ पढ़ें और जवाब दें: {link}\n\n{brand}',
    },
  },
  'mentor-restored': {
    en: {
      subject: 'Your profile on {brand} is shown again',
      text: 'Dear {name},\n\nyour profile {number} is shown to families again. Your dashboard: {link}\n\n{brand}',
    },
    hi: {
      subject: '{brand} पर आपकी प्रोफ़ाइल फिर दिख रही है',
      text: 'नमस्ते {name},\n\nआपकी प्रोफ़ाइल {number} फिर से परिवारों को दिख रही है। आपका डैशबोर्ड: {link}\n\n{brand}',
    },
  },
}
