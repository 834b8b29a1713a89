const latinDigits = (text: string) =>
  text.replace(/[\u0966-\u096f]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0x0966 + 48))

const patterns = [
  // Ten or more digits with any spacing; marks and years are shorter.
  /(?:\d[\s().+-]{0,3}){10,}/,
  /\S@\S/,
  /(?:^|\s)@\w{3,}/,
  /https?:|www\.|\b[\w-]{2,}\.(?:com|in|org|net|co|info|me|io|app|link|page)\b/i,
]

/** Whether a text contains a phone number, an email or payment address, or a link. Spelled-out numbers pass. */
export function hasContactDetails(text: string): boolean {
  const plain = latinDigits(text.normalize('NFKC'))
  return patterns.some((pattern) => pattern.test(plain))
}
