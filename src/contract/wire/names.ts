/** First name, with a leading title such as "Dr." kept. Free of zod. */
export function firstName(name: string): string {
  const words = name.trim().split(/\s+/)
  return words.slice(0, words[0]?.endsWith('.') ? 2 : 1).join(' ')
}
