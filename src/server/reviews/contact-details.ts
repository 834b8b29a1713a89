const latinDigits = (text: string) =>
  text.replace(/[\u0966-\u096f]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0x0966 + 48))

const patterns = [
  // Ten digits or more, however they are spaced: marks and years are shorter.
  /(?:\d[\s().+-]{0,3}){10,}/,
  /\S@\S/,
  /(?:^|\s)@\w{3,}/,
  /https?:|www\.|\b[\w-]{2,}\.(?:com|in|org|net|co|info|me|io|app|link|page)\b/i,
]

/** Whether a text has a phone number, an address for mails or payments, or a link in it. Numbers in words are let through. */
export function hasContactDetails(text: string): boolean {
  const plain = latinDigits(text.normalize('NFKC'))
  return patterns.some((pattern) => pattern.test(plain))
}
